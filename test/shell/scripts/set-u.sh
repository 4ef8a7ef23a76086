set -u; echo ${x-default}; echo ${x:=assigned}; echo $x; (echo $nope) 2>/dev/null; echo $?; a=(); echo "${a[@]}"; echo ${#a[@]}; set -- ; echo "$@"; (echo $1) 2>/dev/null; echo $?
