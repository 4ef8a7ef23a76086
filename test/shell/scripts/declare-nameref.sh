f() { declare -n r=$1; r=changed; echo "${!r}"; }; v=old; f v; echo $v
declare -n ref=arr; arr=(1 2 3); echo ${ref[1]} ${#ref[@]}; ref[1]=x; echo ${arr[@]}
declare -n a1=b1; b1=5; ((a1++)); echo $b1; unset -n a1; echo ${a1-unset} $b1
g() { local -n out=$1; out="from g"; }; g res; echo "$res"
