# sed: hold space, several lines, branches.
seq 5 | sed -n '1!G;h;$p'; seq 4 | sed 'N;s/\n/-/'; seq 5 | sed '$!N;P;D' | head -3; printf 'a\nb\n\nc\n' | sed '/^$/d;=' ; seq 3 | sed G; seq 3 | sed -n '$='
printf 'one\\\ntwo\nthree\n' | sed -e ':a' -e '/\\$/N;s/\\\n//;ta'; seq 6 | sed '2,4!d'; seq 6 | sed -n '2~2p'; seq 5 | sed '2q'; seq 3 | sed '2q7'; echo $?; seq 5 | sed '/2/,/4/{//!d}'
printf 'x=1\ny=2\n' | sed -E 's/(.)=(.)/\2=\1/;t;s/^/never/'; echo hello | sed 's/l/L/2;y/eo/EO/'; seq 3 | sed 'x;1d'; seq 3 | sed '2{h;d};${G}'; echo 'a b' | sed 's/\(a\) \(b\)/\U\2\E \1/'; seq 2 | sed 'i\
before
a\
after'; seq 3 | sed '2c changed'; echo abc | sed -n 'l'; echo path/x | sed 's,/,|,'; seq 3 | sed '0,/2/d'; echo aaa | sed 's/a/b/2g'
