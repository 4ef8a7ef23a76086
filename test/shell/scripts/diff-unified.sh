# diff: its formats and its statuses.
printf 'a\nb\nc\nd\n' > x; printf 'a\nB\nc\nd\ne\n' > y
diff x y; echo "$?"; diff -u --label x --label y x y; diff x x; echo "$?"; diff -q x y; diff -s x x; diff x nosuch; echo "$?"
printf 'A b\n' > p; printf 'a  b\n' > q; diff -i p q > /dev/null; echo "$?"; diff -iw p q; echo "$?"; diff -b x x
mkdir d e; cp x d/f; cp y e/f; : > d/only; diff -r d e; diff -rq d e; diff -U0 --label x --label y x y
printf 'no newline' > n; printf 'no newline\n' > m; diff n m
