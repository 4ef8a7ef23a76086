# A source that says more than anybody wants to read ends with its reader.
seq 1000000000 | head -2
n=900000000; seq $n | sed -n '3p;3q'
seq 1 0.0000001 1000 | head -1
seq 3 | tac
echo on
