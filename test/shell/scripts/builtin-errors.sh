# Statuses of builtins that are used wrongly.
cd /nonexistent; echo "$?"; cd a b; echo "$?"; unset -z; echo "$?"; readonly R=1; unset R; echo "$?"
shift 5; echo "$?"; break; echo "$?"; type nosuch; echo "$?"; command -v nosuch; echo "$?"
export 1x=3; echo "$?"; kill -0 99999; echo "$?"; wait 99999; echo "$?"
printf; echo "$?"; printf '%d\n' abc; echo "$?"; test 1 -eq; echo "$?"; [ a = ; echo "$?"
trap foo NOSIG; echo "$?"; umask 999; echo "$?"; getopts; echo "$?"; let; echo "$?"; source; echo "$?"
alias nosuch; echo "$?"; unalias nosuch; echo "$?"; bg; echo "$?"; popd; echo "$?"; hash nosuch; echo "$?"
