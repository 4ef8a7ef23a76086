echo hi > >(cat >f); sleep 0.3; cat f
seq 5 | tee >(sort -rn >r) >/dev/null; sleep 0.4; cat r
{ echo out; echo err >&2; } 2> >(sed 's/^/E:/' >e); sleep 0.3; cat e
ls >/dev/null > >(wc -l >n); sleep 0.3; echo done
exec 5>&1; exec > >(sed 's/^/X:/' >o); echo through; exec >&5; sleep 0.4; cat o; exec 3< <(echo a; echo b); read -u 3 x; echo $x; exec 3<&-; { cat; } < <(echo sub) & wait; echo on
{ exec > >(sed 's/^/X:/' >o); echo through; } >/dev/null; sleep 0.4; cat o
( exec > >(sed 's/^/Y:/' >o); echo below ); sleep 0.4; cat o; x=$(exec 9> >(cat >o); echo out; echo nine >&9); sleep 0.4; echo "$x"; cat o; x=$(exec > >(tr a-z A-Z); echo through); echo "$x"; x=$(trap 'echo bye' EXIT; echo hi); echo $x
