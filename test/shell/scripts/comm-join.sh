# comm and join on sorted files.
printf 'a\nb\nc\n' > x; printf 'b\nc\nd\n' > y
comm x y; comm -12 x y; comm -3 x y; comm -23 x y; comm --output-delimiter=, x y
printf '1 one\n2 two\n4 four\n' > l; printf '1 uno\n2 due\n3 tre\n' > r
join l r; join -a1 l r; join -v2 l r; join -a1 -a2 -e NIL -o 0,1.2,2.2 l r
printf 'k,1\n' > c1; printf 'k,2\n' > c2; join -t, c1 c2; join -j1 -o 2.2,1.1 l r
