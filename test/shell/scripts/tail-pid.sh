# tail follows a file for as long as a process lives.
cat & # Its input is empty: it has ended.
wait $!
echo zero >log
tail -f --pid=$! log; echo "$?"
( until [ -e stop ]; do :; done; echo last >>log ) & p=$!
tail -n 0 -f --pid=$p log >out & t=$!
# The line after which it follows is not known from outside: one comes until one is seen.
n=0; until grep -q line out; do n=$((n + 1)); [ $n -gt 100 ] || echo line >>log; done
>stop
wait $p
wait $t; echo "$?"
grep -c last out
