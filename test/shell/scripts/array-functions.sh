# Arrays given to functions by name, and arrays built in loops.
sum() { local -n list=$1; local total=0 n; for n in "${list[@]}"; do ((total += n)); done; echo "$total"; }
nums=(1 2 3 4); sum nums
fill() { local -n out=$1; local i; out=(); for ((i = 0; i < $2; i++)); do out+=("item $i"); done; }
fill made 3; printf '<%s>\n' "${made[@]}"
contains() { local x; for x in "${@:2}"; do [[ $x == "$1" ]] && return 0; done; return 1; }
contains 'item 1' "${made[@]}" && echo yes; contains nope "${made[@]}" || echo no
declare -A count; for w in a b a c a; do ((count[$w]++)); done
for k in $(printf '%s\n' "${!count[@]}" | sort); do echo "$k=${count[$k]}"; done
