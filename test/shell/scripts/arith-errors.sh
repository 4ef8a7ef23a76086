echo $((1/0)) ; echo "rc $?"
((0)); echo $?; ((5)); echo $?; (( x = 08 )) 2>/dev/null; echo $?; echo $((1+)) ; echo next
