# What a pipeline keeps and what it loses.
x=1; echo y | read x; echo $x; echo z | { read x; echo "in $x"; }; echo $x; f() { x=func; }; f | cat; echo $x
seq 3 | while read -r n; do ((t += n)); echo "$t"; done; echo "[${t-}]"; while read -r n; do ((u += n)); done < <(seq 3); echo $u
cd / | cd /tmp; pwd | sed 's,.*/,/,' | tail -c 5 | wc -l; set -o pipefail; false | true; echo $?; true | false | true; echo "$? ${PIPESTATUS[*]}"; set +o pipefail
yes | head -2; echo "${PIPESTATUS[1]}"; echo a |& cat; { echo out; echo err >&2; } |& sort; ! echo x | grep -q y; echo $?; echo 1 | (read v; echo $((v + 1))) | { read w; echo "got $w"; }
exit 3 | cat; echo still
