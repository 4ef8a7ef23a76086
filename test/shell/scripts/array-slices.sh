# Slices and negative subscripts of arrays and of the positional parameters.
a=(zero one two three four)
echo "${a[@]:1:2}" "${a[@]: -2}" "${a[@]:3}" "${a[-1]}" "${a[-2]}"
set -- p q r s
echo "${@:2:2}" "${@: -1}" "${*:1:1}" "${#a[@]}" "${#a[1]}"
unset 'a[2]'; echo "${!a[@]}" "${a[@]:2:2}"
a+=(five); a[10]=ten; echo "${!a[@]}"; echo "${a[@]/o/0}"
b=("${a[@]^}"); echo "${b[*]}"; IFS=,; echo "${a[*]}"
unset a; echo "[${a[*]}]" "${#a[@]}"
