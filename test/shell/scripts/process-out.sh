echo hi > >(cat >f); sleep 0.3; cat f
seq 5 | tee >(sort -rn >r) >/dev/null; sleep 0.4; cat r
{ echo out; echo err >&2; } 2> >(sed 's/^/E:/' >e); sleep 0.3; cat e
ls >/dev/null > >(wc -l >n); sleep 0.3; echo done
