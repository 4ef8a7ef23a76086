# Associative arrays: keys with spaces, tests, removal, copies.
declare -A m=([one]=1 ['two words']=2 [a.b]=3)
m[k]+=x; m[k]+=y; echo "${m[k]} ${m['two words']} ${#m[@]}"
key='a.b'; echo "${m[$key]}"; [[ -v m[one] ]] && echo set; [[ -v m[none] ]] || echo unset
unset 'm[one]'; echo "${#m[@]}"; echo "${m[one]-default}" "${m[one]:=again}" "${m[one]}"
for k in "${!m[@]}"; do echo "$k -> ${m[$k]}"; done | sort
declare -A c; for k in "${!m[@]}"; do c[$k]=${m[$k]}; done; echo "${#c[@]}"
f() { local -A l=([x]=1); echo "${l[x]}"; }; f; echo "${l[x]-gone}"
declare -A spaced=([plain]=1 [two words]=2 ["quoted key"]=3)
for key in "${!spaced[@]}"; do echo "$key=${spaced[$key]}"; done | sort
