declare -A m; m[one]=1; m["two words"]=2; m[three]=3; for k in one "two words" three; do echo "$k=${m[$k]}"; done
echo ${#m[@]}; unset 'm[one]'; echo ${#m[@]}; [[ -v m[three] ]] && echo has; [[ -v m[one] ]] || echo hasnot
declare -A n=([a]=1 [b]=2); for k in "${!n[@]}"; do echo $k; done | sort; n+=([c]=3); echo ${#n[@]}
m[x]+=abc; m[x]+=def; echo ${m[x]}; ((n[a]+=5)); echo ${n[a]}
