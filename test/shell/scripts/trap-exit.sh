(trap 'echo bye $?' EXIT; exit 3); echo $?; (trap 'echo a' EXIT; trap - EXIT; echo none); bash -c 'trap "echo x" EXIT; false'; echo $?
bash -c 'trap "exit 9" EXIT; exit 2'; echo $?; trap 'echo final' EXIT; trap -p EXIT
