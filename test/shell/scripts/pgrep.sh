sleep 30 & a=$!
sleep 31 & b=$!
# On a busy machine a child is the shell for a while yet.
for i in $(seq 200); do [ "$(pgrep -f -c '^sleep 3[01]$')" = 2 ] && break; sleep 0.05; done
[ "$(pgrep -f '^sleep 3[01]$' | tr '\n' ' ')" = "$a $b " ] && echo both
pgrep -f -c '^sleep 3[01]$'
pgrep -f -n '^sleep 3[01]$' | grep -qx $b && echo newest
pgrep -f -a '^sleep 31$' | cut -d' ' -f2-
pgrep nosuchthing; echo $?
pkill -f '^sleep 30$'; wait $a; echo $?
{ pkill -KILL -f '^sleep 31$'; wait $b; } 2>/dev/null; echo $?
pkill nosuchthing; echo $?
sleep 32 & kill -0 $! && pkill -P $$ sleep; wait $!; echo $?
