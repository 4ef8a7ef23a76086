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
# Exported as well: that is too much for a program, and none of the matter of a fork.
export x
( echo "in ${#x}" ) &
wait
echo a | { read -r y; echo "$y ${#x}"; }
