# Taking paths apart in loops, with the shell alone and with programs.
for p in /usr/lib/x.tar.gz ./a.b/c plain .hidden dir/; do
  echo "${p##*/}|${p%/*}|${p%%.*}|${p##*.}|$(basename "$p")|$(dirname "$p")"
done
basename -s .gz -a a.gz b/c.gz; basename x.c .c; basename .c .c; dirname a b/c //x/y; basename /
