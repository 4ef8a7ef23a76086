# What a process substitution opened is there in every stage of a pipeline, whether the command runs in the shell or beside it.
printf 'a\nb\n' > t
for c in 'comm -12 <(cat t) <(cat t) | wc -l' 'diff <(echo a) <(echo b) | head -2' 'cat <(echo a) | cat <(echo b) - | cat - <(echo c)' 'tr a b < <(echo a) | cat' \
  'paste <(echo a) <(echo b) | paste - <(echo c) | tr "\t" -' 'comm -12 <(echo a) <(echo a) & wait' 'gzip -c <(echo a) | gunzip' 'x=1 cat <(echo v) | cat' \
  'cat <(cat <(echo nested) | cat) | cat' 'tee >(cat >&2) <<< w 2>/dev/null | cat' 'tar cf - -T <(echo t) | tar tf -' 'cat <(echo l) |& cat' 'out=$(diff <(echo a) <(echo b) | head -1); echo $out' \
  'echo a | tee >(tr a b) | sort | sed "s/^/pipe: /"' '/bin/sh -c "echo e >&2" 2> >(tr e f) | sed "s/^/pipe: /"' 'echo a > >(tr a b) | sed "s/^/pipe: /"' \
  'echo arg | /bin/sh -c "echo \$0" $(cat) | sed "s/^/pipe: /"' 'true & p=$!; cat <(echo v) | cat; [ "$!" = "$p" ] && echo kept'; do
  echo "== $c"
  eval "$c"
done
