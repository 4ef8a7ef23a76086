# What programs inherit: exported names, assignments in front, removals.
A=1; export B=2; env | grep -E '^(A|B)='; A=3 env | grep '^A='; echo "$A"
export A; bash -c 'echo "$A $B"'; export -n A; bash -c 'echo "[${A-unset}]"'
B=over bash -c 'echo $B'; echo $B; env -u B bash -c 'echo "[${B-none}]"'; env -i X=1 /usr/bin/env; (export C=sub); echo "[${C-}]"
f() { export F=fromf; }; f; bash -c 'echo $F'; set -a; G=auto; set +a; bash -c 'echo $G'; unset G; bash -c 'echo "[$G]"'
declare -x D=decl; printenv D; printenv NOSUCH; echo "$?"; D= printenv D
