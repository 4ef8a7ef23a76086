# Where to begin, how much, and what the bytes are.
printf 'abc\ndef\n' > a; printf 'abd\ndeF\n\xc3\x01' > b; printf 'xxabc\ndef\n' > c
for o in '' -b -l -lb -s '-n 2' '-i 1' '-i 3:3' '--ignore-initial=4'; do
  for p in 'a b' 'a a' 'b a' 'a c 0 2' 'a c'; do echo "== $o $p"; cmp $o $p 2>err; echo $?; cat err; done
done
cmp -i 0:2 a c && echo same; cat a | cmp - b; cmp a nope 2>&1
# Numbers as GNU reads them, and what is none.
for o in '-n 1K' '-n 1kB' '-n 0x2' '-n 010' '-i 1K' '-i 0x3:3' '-n 9 -n 2' '-i 2 -i 1' '-n x' '-n -1' '-i 1:' '-i b'; do echo "== $o"; cmp $o a b 2>/dev/null; echo $?; done
cmp - - < a; echo $?; cmp a b x 2>/dev/null; echo $?
