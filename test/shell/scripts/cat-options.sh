# cat, tac, nl and rev.
printf 'a\tb\n\n\n\nc\r\n\001x' > f
cat -n f; echo; cat -b f; echo; cat -s f; echo; cat -A f; echo; cat -ET f; echo
echo mid | cat f - f | wc -c; cat nosuch f > /dev/null; echo "$?"
printf '1\n2\n3' | tac; printf 'x:y:z' | tac -s:; echo; printf 'abc\ndéf\n' | rev
printf 'a\n\nb\n' | nl; printf 'a\n\nb\n' | nl -ba -w3 -s'|' -v5 -i2; printf 'x\n' | nl -nrz -w4
