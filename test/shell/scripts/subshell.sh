x=1; (x=2; echo $x; cd /; pwd); echo $x; (exit 9); echo $?; (echo a; (echo b; exit 2); echo $?); { x=3; }; echo $x; (f() { echo f; }; f); f 2>/dev/null; echo $?; echo $( (echo nested) )
a=$(cd /tmp && pwd); echo $a; (set -e; false; echo no); echo $?; y=1 bash -c 'echo $y'; export z=2; bash -c 'echo $z'
