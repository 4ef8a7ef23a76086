# Nobody has waited for the process in the background, and whoever asks is told that it has ended.
sleep 0.1 & p=$!
n=0; while kill -0 $p 2>/dev/null; do sleep 0.05; n=$((n + 1)); [ $n -lt 200 ] || { echo stuck; break; }; done
wait $p; echo "ended $?"
(exit 7) & p=$!
until ! kill -0 $p 2>/dev/null; do n=$((n + 1)); [ $n -lt 100000 ] || { echo stuck; break; }; done
wait $p; echo "ended $?"
echo line >log; sleep 0.1 & tail -f --pid=$! log; echo "tail $?"
