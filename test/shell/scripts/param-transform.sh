x=$'a\tb'; echo ${x@Q}; echo ${x@E}; y='a\tb'; echo "${y@E}"; declare -A m=([k]=v); a=(1 2); echo ${a[@]@A}; echo ${x@A}; echo ${a@a} ${m@a}; echo "${a[@]@Q}"; echo "${a[@]@K}"
