# wc: its columns, for one file, several, none.
printf 'one two\nthree\n' > a; printf 'é\n' > b; : > c; wc a; wc -l a; wc -w < a; wc -c a b; wc -m b; wc -L a; wc a b c; wc -lc a; cat a | wc; wc nosuch a; echo "$?"; wc -l < c; printf 'no end' | wc -l; printf 'a\0b' | wc -c; wc - < a; 
