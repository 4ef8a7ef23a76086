printf 'a b\nc d\n' > in; printf 'c d\n' > other
grep a in > /dev/full; echo $?
grep -c a in other > /dev/full; echo $?
grep -q a in > /dev/full; echo $?
grep -E 'a|c' < in > /dev/full; echo $?
sed p in > /dev/full; echo $?
sort in > /dev/full; echo $?
for command in 'uniq in' 'cut -c1 in' 'head -1 in' 'tail -1 in' 'wc in' 'seq 3' 'ls' 'find .' 'env' 'od in' 'nl in' 'tac in' 'date' 'basename a' 'du' 'stat in' 'base64 in' 'sha1sum in' 'fold in' 'comm in in' 'expand in' 'id' 'uname' 'expr 1 + 1' 'mktemp -u' 'realpath in'; do
  $command > /dev/full; echo "$command $?"
done
tr a b < in > /dev/full; echo $?
cat in | grep a > /dev/full; echo "${PIPESTATUS[@]}"
diff in other > /dev/full; echo $?
(exec > /dev/full; grep a in); echo $?
x=$(grep a in 2>&1 > /dev/full); echo "$x"
