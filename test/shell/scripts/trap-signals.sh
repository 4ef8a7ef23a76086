trap 'echo usr1' USR1; kill -USR1 $$; echo after; trap '' TERM; kill $$; echo survived; trap - TERM USR1; trap -p
(trap 'echo int; exit 7' INT; kill -INT $BASHPID; echo no); echo $?
sleep 5 & trap 'echo got; kill $! 2>/dev/null' ALRM; (sleep 0.2; kill -ALRM $$) & wait %1; echo "rc $?"; wait 2>/dev/null
bash < <(echo 'trap "echo bye" EXIT; echo up > up'; sleep 4) & p=$!; until [ -s up ]; do sleep 0.05; done; sleep 0.2; from=$SECONDS; kill -TERM $p; wait $p; echo "$? $((SECONDS - from < 3))"
