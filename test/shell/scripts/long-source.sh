# A source that says more than anybody wants to read ends with its reader.
seq 1000000000 | head -2
n=900000000; seq $n | sed -n '3p;3q'
seq 1 0.0000001 1000 | head -1
seq 1e9 | head -1
seq 0 .00001 9999 | sed -n "2p;2q"
seq 3 | tac
echo on
