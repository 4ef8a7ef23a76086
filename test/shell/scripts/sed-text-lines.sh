# Blanks after `i\` on one line, lines of a file by R, bytes by l.
printf 'a\nb\n' | sed '1i\  two spaces'
sed 'a\	tab' <<< b
sed 'a\
  next line' <<< x
sed 'i   trimmed' <<< x
sed '1c\   changed' <<< x
printf 'one\ntwo\n' > f
printf '1\n2\n3\n' | sed 'R f'
printf '1\n2\n' | sed -e 'R f' -e 'R f'
sed 'R missing' <<< x
sed -n l <<< $'é\t\\ü'
