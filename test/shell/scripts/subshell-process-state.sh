set -e
f() { false; echo after; }
if f | grep -q after; then echo found; else echo lost; fi
{ false; echo x; } | cat || true
! { false; echo z; } | cat
g() { { local a=1; echo "$a"; return 3; } | cat; }; g
h() { echo "h $1"; }; export -f h
{ bash -c 'h 1'; } | cat
seq 2 | while read -r i; do bash -c "h $i"; done | cat
exec {fd}> log; { echo hi >&$fd; } | cat; w() { echo w >&$fd; }; w | cat; cat log
sleep 0 & p=$!; { [ "$!" = "$p" ] && echo same; } | cat
caller_() { { echo "${FUNCNAME[0]}"; } | cat; }; caller_
