seq 1 30 >a; cp a orig; sed 's/^5$/five/; s/^20$/twenty/; 25d' a >b
diff -u a b >p.u; diff -c a b >p.c; diff a b >p.n
cp orig a; patch a p.u; echo "rc $?"; cmp a b && echo same
cp orig a; patch <p.u; cmp a b && echo same
cp orig a; patch a <p.c; cmp a b && echo same
cp orig a; patch -i p.n a; cmp a b && echo same
patch -R a <p.u; cmp a orig && echo back
cp orig a; patch --dry-run a p.u; cmp a orig && echo untouched
(echo zero; cat orig) >a; patch a p.u; ls; rm -f a.orig
sed 's/^4$/FOUR/' orig >a; patch a p.u; echo "rc $?"; rm -f a.orig
sed 's/^5$/FIVE/' orig >a; patch a p.u; echo "rc $?"; sed 1,2d a.rej | head -1; ls; rm -f a.rej a.orig
mkdir -p x/d; cp orig x/d/f; sed 's/^1$/one/' orig >x/g; (cd x; mkdir -p n/d; cp g n/d/f; diff -u d/f n/d/f | sed 's/^--- d/--- a\/d/; s/^+++ n\/d/+++ b\/d/' >../p1); head -2 p1 | cut -f1
(cd x && patch -p1 <../p1 && head -1 d/f)
patch -d x -p1 -R <p1; head -1 x/d/f
printf -- '--- /dev/null\n+++ b/new/file\n@@ -0,0 +1,2 @@\n+hello\n+world\n' >pn; patch -p1 <pn; cat new/file
patch -p1 -R <pn; ls new 2>/dev/null; echo gone
printf 'a\nb' >nn; printf 'a\nb\n' >nn2; diff -u nn nn2 >pnn; patch nn <pnn; od -c nn | head -2
echo garbage | patch a; echo "rc $?"
cp orig a; patch -s a p.u; echo "quiet $?"
cp b a; patch -N a p.u; echo "rc $?"; ls *.rej; rm -f a.rej
cp orig a; patch -o out a p.u; cmp out b && cmp a orig && echo ok
cp orig a; patch -b a p.u; cmp a.orig orig && echo backup
