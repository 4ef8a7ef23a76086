# Side by side and with context, and the lines that are to be ignored.
seq 1 20 > a; seq 2 8 > b; printf 'nine\n10\n11\n12\n13\nnew\nnewer\n14\n15\n16\n17\n18\n19\n21' >> b
printf 'tab\tinside\na line that is a good deal longer than the half of a hundred and thirty columns that are there\n\nsame\n' > c
printf 'tab\tinside \na line that is a good deal longer than the half of a hundred and thirty columns that are here\n\nsame\nmore\n' > d
printf '1\n\n2\n3\n4\n5\n6\n' > e; printf '1\n2\n3\n\n\n4\n5\nsix\n' > f
for o in '-y' '-y -W 40' '-y --suppress-common-lines' '--side-by-side --left-column -W 60' '-c' '-C 1' '-c -L x -L y' '-C 0' '-U 0' '-u -I n' '-I ^n -I 2' '-y -b' '-y -q' '-yi' '-y -I n' '-c -I ^n' '-B' '-u -B' '-y -B' '-u -I 1'; do
  for p in 'a b' 'e f' 'f e' 'c d' 'a a' 'a /dev/null'; do
    echo "== $o $p"
    diff $o $p 2>&1 | sed -E 's/\t[0-9]{4}-.*//'
  done
done
# Lines of blanks are empty where blanks are ignored; patterns, widths and lengths that are none.
printf 'x\n \t\ny\n' > k; printf 'x\ny\n' > l
for o in -B '-B -w' '-B -b' '-B -Z' '-u -B -L x -L y' '-y -B'; do echo "== $o"; diff $o k l; echo $?; done
for o in '-I [' '-y -W 0' '-y -W x' '-C x' '-U x'; do echo "== $o"; diff $o a b 2>/dev/null; echo $?; diff $o a a 2>/dev/null | wc -l; done
diff -ys a a | tail -1
# What a terminal makes of it: line ends of Windows, wide characters, colours.
printf 'carriage\r\nand return\r\nsame\r\n' > m; printf 'carriages\r\nand return\r\nsame\r\n' > n
printf '日本語\n日本語の長い行です\n\033[31mred\033[m\nab\bc\nf\fg\n' > o; printf '日本\n日本語の長い行だ\n\033[32mred\033[m\nab\bd\nf\fh\n' > p
for w in 130 40 21; do diff -y -W $w m n; diff -y -W $w o p; done
