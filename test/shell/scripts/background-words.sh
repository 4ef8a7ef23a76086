# What is started in the background by the words of a variable is what $! names: a signal reaches it.
loop='trap "echo got; exit 7" TERM; : > ready; while :; do sleep 0.05; done'
started() { until [ -e ready ]; do sleep 0.05; done; rm ready; }
f() { "$@" & p=$!; started; kill "$p"; wait "$p"; echo "ended $?"; }
f bash -c "$loop"
program=bash
$program -c "$loop" > out & p=$!
started; kill $p; wait $p; echo "ended $?"; cat out
bash -c "$loop" & p=$!
started; kill $p; wait $p; echo "ended $?"
g() { echo in g; return 3; }
"g" & wait $!; echo $?
g & wait $!; echo $?
"eval" 'exit 5' & wait $!; echo $?
# One that dies of the signal takes no other shell with it.
forever='trap - TERM; : > ready; while :; do sleep 0.05; done'
f bash -c "$forever"
$program -c "$forever" & p=$!
started; kill $p; wait $p; echo "ended $?, still here"
from=$SECONDS; bash -c '( cd / && exec sleep 4 >/dev/null 2>&1 ) & echo away' | cat; echo $((SECONDS - from < 3)); ( exec sh -c 'exit 3' ) & wait $!; echo $?; ( exec sleep 9 ) & kill $!; wait $!; echo $?; ( exec nothing-like-it; echo no ) & wait $!; echo $?
