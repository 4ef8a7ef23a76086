# What makes no sense is refused, with the words of the program that refuses it.
printf -- 'b\na\n' > f; printf 'a\nc\n' > g
printf -1; echo $?; printf -x y; echo $?
sort -n -g f; echo $?; sort -k1,1nM f; echo $?; sort -di f; echo $?
uniq -c -D f; echo $?; tr a b c < f; echo $?; tr -ds a < f; echo $?; tr a-z '[:upper:]' < f; echo $?; tr ab '[:space:]' < f; echo $?
comm f g; echo $?; comm --check-order f g; echo $?; comm --nocheck-order f g; echo $?
join f g; echo $?; join -a1 f g; echo $?; join --nocheck-order f g; echo $?
od -An -tx4 -w6 f; echo $?; od -j 99 f; echo $?
grep -c -v '' f; echo $?; grep -c -m0 a f; echo $?
