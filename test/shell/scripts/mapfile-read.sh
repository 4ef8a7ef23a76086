printf 'a\nb c\n' > f; mapfile -t l < f; echo "${l[1]}"; { read x; read y; } < f; echo "$x|$y"; read -d, z <<< 'p,q'; echo $z; read -n 2 w <<< abcdef; echo $w; read a b < /dev/null; echo $?; echo 'x y' | { read -r p q; echo $q $p; }; read -a arr <<< 'one two'; echo ${arr[1]}; read <<< reply; echo $REPLY; while read -r k v; do echo "$v=$k"; done <<E
a 1
b 2
E
