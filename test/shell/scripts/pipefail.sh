false | true; echo $? "${PIPESTATUS[@]}"; set -o pipefail; false | true; echo $?; true | (exit 3) | true; echo $?; set +o pipefail; echo a | cat | cat; exit 5 | true; echo $?
echo x | { read y; echo "got $y"; }; echo z | (cat; echo end) | tr a-z A-Z; printf '3\n1\n2\n' | sort | head -n 1
