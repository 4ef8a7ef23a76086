f() { while read -r l; do echo "[$l]"; done < "${1:-/dev/stdin}"; }
echo hi | f
f <<E
heredoc
E
x=$(echo out > /dev/stdout); echo "x=$x"; echo piped | cat /dev/stdin; cat /dev/stdin <<< string; { echo err > /dev/stderr; } 2>&1 | cat
