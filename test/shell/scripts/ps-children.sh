# Programs that end a whole tree of processes ask ps for the children of each.
sleep 30 & a=$!
sleep 31 & b=$!
children() { ps -o pid --no-headers --ppid "$1" | tr -d ' ' | grep -x -e "$a" -e "$b" | sort -n | tr '\n' ' '; }
[ "$(children $$)" = "$(printf '%s\n' $a $b | sort -n | tr '\n' ' ')" ]; echo "children $?"
ps -o pid= -p $a | tr -d ' ' | grep -cx $a
ps -o comm= -p "$a,$b"
ps -o ppid= -p $a | tr -d ' ' | grep -cx $$
ps -p $b -o args --no-headers
ps -p $a h -o args
ps -o pid --ppid $a | wc -l; ps -o pid --no-headers --ppid $a > none; echo $?; wc -c < none
ps -o pid= --ppid $a -p $b | tr -d ' ' | grep -cx $b
ps -p $a > listed; echo $? $(wc -l < listed) $(tail -1 listed | grep -o 'sleep.*')
ps -p 999999 > listed; echo $? $(wc -l < listed)
ps -o pcpu= -p $a | grep -Ec '^ *[0-9]+\.[0-9]$'
kill $a $b
