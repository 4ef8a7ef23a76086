# What a subshell takes over may be large: text in variables, and functions.
x=$(head -c 200000 /dev/zero | tr '\0' a)
f() { echo "$x"; }
f | cat | wc -c
( echo "${#x}" ) &
wait
read -r line < <(f)
echo "${#line}"
for i in {1..300}; do eval "g$i() { if [ \"\$1\" = a ]; then echo $i; else echo none; fi; }"; done
g300 a | cat
