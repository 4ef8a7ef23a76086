# Side by side and with context, and the lines that are to be ignored.
seq 1 20 > a; seq 2 8 > b; printf 'nine\n10\n11\n12\n13\nnew\nnewer\n14\n15\n16\n17\n18\n19\n21' >> b
printf 'tab\tinside\na line that is a good deal longer than the half of a hundred and thirty columns that are there\n\nsame\n' > c
printf 'tab\tinside \na line that is a good deal longer than the half of a hundred and thirty columns that are here\n\nsame\nmore\n' > d
printf '1\n\n2\n3\n4\n5\n6\n' > e; printf '1\n2\n3\n\n\n4\n5\nsix\n' > f
for o in '-y' '-y -W 40' '-y --suppress-common-lines' '--side-by-side --left-column -W 60' '-c' '-C 1' '-c -L x -L y' '-C 0' '-U 0' '-u -I n' '-I ^n -I 2' '-y -b' '-y -q' '-yi' '-y -I n' '-c -I ^n' '-B' '-u -B' '-y -B' '-u -I 1'; do
  for p in 'a b' 'b a' 'e f' 'f e' 'c d' 'd c' 'a a' 'a /dev/null' '/dev/null b'; do
    echo "== $o $p"
    diff $o $p 2>&1 | sed -E 's/\t[0-9]{4}-.*//'
  done
done
