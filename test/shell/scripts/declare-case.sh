declare -l low=ABC; declare -u up=abc; echo $low $up; low=XyZ; up=xYz; echo $low $up
declare -i n=3+4; echo $n; n+=5; echo $n; n=abc; echo $n
declare -r c=1; c=2 2>/dev/null; echo "still $c"
