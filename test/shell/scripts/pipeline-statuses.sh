set -o pipefail
x=$(bash -c 'echo 1' | while read -r l; do bash -c 'exit 0'; done); echo $?
(bash -c 'echo 1' | while read -r l; do bash -c 'exit 0'; done); echo $?
y=$(bash -c 'echo 1; exit 3' | while read -r l; do bash -c 'sleep 0.2'; done; echo "${PIPESTATUS[@]}"); echo "$y"
bash -c 'echo 1' | cat "$(bash -c 'sleep 0.2; echo /dev/null')" - ; echo "${PIPESTATUS[@]}"
sleep 30 & long=$!
start=$SECONDS
bash -c 'echo 1' | while read -r l; do bash -c 'sleep 0.3'; done
echo "$(( SECONDS - start < 10 ))"
kill $long
