a=(one "two 2" three); echo ${a[0]} "${a[1]}" ${#a[@]} "${a[@]}" ${!a[@]}; a+=(four); a[6]=six; echo ${#a[@]} ${!a[*]}
for x in "${a[@]}"; do echo "<$x>"; done; unset 'a[1]'; echo "${a[@]}"; echo "${a[@]:1:2}" "${a[-1]}"
declare -A m; m[k]=v; m["x y"]=z; echo "${m[k]}" "${m[x y]}" ${#m[@]}; m=([p]=1 [q]=2); echo ${m[p]}${m[q]}
b=("${a[@]}"); echo ${#b[@]} "${b[*]}"; echo "${a[@]/o/0}"; echo ${#a[0]}
c=($(echo x y z)); echo ${c[2]}; IFS=, read -ra d <<< "1,2,3"; echo ${d[1]} ${#d[@]}
