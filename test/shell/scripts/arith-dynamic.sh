# Variables that the shell makes up as they are read, in arithmetic too.
set -u
s=$SECONDS; echo $(( SECONDS - s < 60 )) $((SECONDS * 0))
(( RANDOM >= 0 && RANDOM < 32768 )) && echo in range
for i in 1 2 3 4 5 6 7 8; do n=$((RANDOM % 1000)); seen="${seen-} $n"; done
[ "$(printf '%s\n' $seen | sort -u | wc -l)" -gt 1 ] && echo differ
echo $((LINENO)) $((BASH_SUBSHELL)); ( echo $((BASH_SUBSHELL)) )
echo $((EPOCHSECONDS > 1500000000)) $((BASHPID > 0))
pick=(a b c); v=${pick[RANDOM % 3]}; [[ $v == [abc] ]] && echo picked
f() { local n=$((LINENO)); (( n > 0 )) && echo line; }; f
