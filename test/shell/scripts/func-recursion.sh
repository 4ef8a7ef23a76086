# Functions that call themselves, with locals of their own.
fact() { local n=$1; if ((n <= 1)); then echo 1; else echo $((n * $(fact $((n - 1))))); fi; }; fact 10
fib() { (($1 < 2)) && { echo $1; return; }; echo $(($(fib $(($1 - 1))) + $(fib $(($1 - 2))))); }; fib 8
depth() { local d=$1; ((d == 0)) && { echo "${#FUNCNAME[@]}"; return; }; depth $((d - 1)); echo "back $d"; }; depth 3
hanoi() { (($1 == 0)) && return; hanoi $(($1 - 1)) $2 $4 $3; ((moves++)); hanoi $(($1 - 1)) $4 $3 $2; }; moves=0; hanoi 4 a b c; echo $moves
outer() { local v=outer; inner; echo $v; }; inner() { echo "sees $v"; v=changed; }; outer; echo "[${v-}]"
gcd() { (($2)) && gcd $2 $(($1 % $2)) || echo $1; }; gcd 48 36
