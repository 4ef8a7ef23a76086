# A subshell shows the traps of the shell it came from until it sets one.
trap 'echo T' TERM; trap 'echo U' USR1
saved=$(trap); echo "$saved"
(trap -p TERM); (trap 'echo X' USR2; trap); (trap - TERM; trap)
trap | cat
{ trap -p USR1; } | cat
f() (trap -p TERM); f
trap - TERM; trap -p TERM; eval "$saved"; trap -p TERM
( (trap -p USR1) )
