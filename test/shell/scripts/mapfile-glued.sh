# Letters and values in one word.
mapfile -td: -n2 -s1 m <<< 'a:b:c:d'; declare -p m
mapfile -t -O3 m <<< z; declare -p m
mapfile -c2 -C 'echo at' -t m <<< $'1\n2\n3\n4'
readarray -tn1 -- m <<< $'x\ny'; declare -p m
exec 4<<< four; mapfile -tu4 m; declare -p m
mapfile -x m </dev/null 2>/dev/null; echo $?
