seq 200000 | sort -rn | head -1; seq 150000 > big; wc -L big; sort -u big | wc -l; grep -c -f big /dev/null; printf '3000\n2K\n1M\n500\n0\n' | sort -h; : > empty; printf 'a\n' | grep -Ff empty; echo $?
mkdir -p node_modules src; echo foo > node_modules/a; echo foo > src/b; grep -rn foo * --exclude-dir=node_modules
