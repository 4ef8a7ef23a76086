# printf: widths, precisions, stars, reuse of the format, escapes.
printf '[%5s][%-5s][%.2s][%5.1s]\n' ab ab abc xyz; printf '[%*s][%-*s][%.*s]\n' 4 x 4 y 1 zz; printf '%d %i %o %x %X %#x %#o\n' 10 -3 8 255 255 255 8
printf '%+d % d %05d %-5d|%5d|\n' 3 3 42 42 -42; printf '%.3d|%8.3f|%-8.1e|%g|%g\n' 5 3.14159 12345 0.0001 1e10; printf '%s-%s\n' a b c; printf '%s %d\n'; printf '%c%c\n' hello w
printf '%b|%s\n' 'a\tb' 'a\tb'; printf '\x41\101\u00e9\n'; printf '%q %q %q\n' 'a b' "it's" ''; printf "%d %d\n" "'a" '"b'; printf '%%|%5%|\n' 2> /dev/null; printf '%s\n' one two three; printf 'no newline'; echo; printf -- '-%s\n' x; printf '%(%Y)T\n' 86400
