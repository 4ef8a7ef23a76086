mkdir -p new/dir && cd $_ && basename "$PWD"; cd ../..; echo a b > /dev/null; echo $_
for _ in 1 2; do echo "turn $_"; done; echo a b > /dev/null; v=$_; echo "$v"; v=1; echo "[$_]"
shopt -s extglob
touch keep aa bb foo.txt bar.txt
echo !(keep|new|log|*.sh); echo @(foo|bar).txt; echo +(a|b)
x=5 y=-3; echo $(($x-$y)) $((2++3)) $((2--3)) $((x - -3))
x=abc; echo ${x/b/[&]} ${x/b/\&} "${x/b/"[&]"}"; y='a<b'; echo "${y//</\&lt;}"; shopt -u patsub_replacement; echo ${x/b/[&]}
(x='a\b"c'; echo "${x//\\/\\\\}" "${x//\"/\\\"}"; x=abc; echo "${x/b/\\&}" "${x/b/\\\&}" "${x/b/\n}" "${x/b/$'\t'}" "${x/b/'&'}"; shopt -s patsub_replacement; echo "${x/b/\\&}" "${x/b/\\\&}" "${x/b/'&'}" "${x/b/<&>}"; p=/a/b; echo "${p//\//\\/}")
x='a😀'; echo "${x%?}"; echo "${x%%?}"
false; case x in x) echo $?;; esac; false; case x in y) ;; esac; echo $?
(set -u; declare -A m=(); ((m[k]++)); ((m[k]+=2)); echo ${m[k]})
printf "%'d\n" 1234567
