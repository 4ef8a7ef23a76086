echo $LINENO
echo $LINENO; f() { echo $LINENO
echo $LINENO; }
f
eval 'echo $LINENO'
