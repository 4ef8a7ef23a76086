sleep 0.1 & wait; echo done; (exit 3) & wait $!; echo $?; { echo bg; } & wait; f() { echo fn $1; }; f 1 & wait $!; echo $?; true & p=$!; wait $p; echo $?; wait; echo a | cat & wait
