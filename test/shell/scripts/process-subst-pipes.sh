# What a process substitution opened is there in every stage of a pipeline, whether the command runs in the shell or beside it.
printf 'a\nb\n' > t
for c in 'comm -12 <(cat t) <(cat t) | wc -l' 'diff <(echo a) <(echo b) | head -2' 'cat <(echo a) | cat <(echo b) - | cat - <(echo c)' 'tr a b < <(echo a) | cat' \
  'paste <(echo a) <(echo b) | paste - <(echo c) | tr "\t" -' 'comm -12 <(echo a) <(echo a) & wait' 'gzip -c <(echo a) | gunzip' 'x=1 cat <(echo v) | cat' \
  'cat <(cat <(echo nested) | cat) | cat' 'tee >(cat >&2) <<< w 2>/dev/null | cat' 'tar cf - -T <(echo t) | tar tf -' 'cat <(echo l) |& cat' 'out=$(diff <(echo a) <(echo b) | head -1); echo $out'; do
  echo "== $c"
  eval "$c"
done
