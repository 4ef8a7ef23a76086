# Where to begin, how much, and what the bytes are.
printf 'abc\ndef\n' > a; printf 'abd\ndeF\n\xc3\x01' > b; printf 'xxabc\ndef\n' > c
for o in '' -b -l -lb -s '-n 2' '-i 1' '-i 3:3' '--ignore-initial=4'; do
  for p in 'a b' 'a a' 'b a' 'a c 0 2' 'a c'; do echo "== $o $p"; cmp $o $p 2>err; echo $?; cat err; done
done
cmp -i 0:2 a c && echo same; cat a | cmp - b; cmp a nope 2>&1
