a=1; declare -i b=2; declare -r c=3; declare -x d=4; e=(1 2); declare -A f=([k]=v); declare -p a b c d e f
declare -p nosuch 2>/dev/null; echo $?
x='it'"'"'s "q" $y'; declare -p x
