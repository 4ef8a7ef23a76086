f() { local x=in; echo $x $1; return 3; }; x=out; f arg; echo $? $x; function g { echo g "$@"; }; g 1 2
h() { echo $FUNCNAME; }; h; fact() { if [ $1 -le 1 ]; then echo 1; else echo $(( $1 * $(fact $(($1-1))) )); fi; }; fact 6
k() { x=changed; }; k; echo $x; l() ( x=sub; echo $x ); l; echo $x; m() { echo to stdout; echo to stderr >&2; } 2>/dev/null; m
outer() { inner() { echo inner; }; inner; }; outer; inner; unset -f inner; inner 2>/dev/null; echo $?; r() { return; }; false; r; echo $?
