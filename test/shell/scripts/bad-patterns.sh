# A pattern that is none is the command's own error; the shell goes on.
echo a > a; echo b > b
expr a : '[' 2>/dev/null; echo $?
diff -I '[' a b 2>/dev/null; echo $?
find . -regex '[' > /dev/null 2>&1 || echo failed
csplit a '/[/' > /dev/null 2>&1 || echo failed
grep '[' a 2>/dev/null; echo $?
sed 's/[/x/' a 2>/dev/null; echo $?
echo on
