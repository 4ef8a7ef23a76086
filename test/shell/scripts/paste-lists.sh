# paste in columns, in rows and with several delimiters.
printf '1\n2\n3\n' > a; printf 'x\ny\n' > b; paste a b; paste -d, a b; paste -s a; paste -sd+ a; paste -d'\n' a b; paste -d:, a b a; seq 6 | paste - - -; seq 5 | paste -d' ' - -; paste -s -d'\t\n' a; seq 3 | paste -sd, - ; paste a nosuch; echo "$?"
