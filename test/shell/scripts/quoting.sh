echo 'single $x' "double \"q\" \$x" back\ slash $'tab\there' "a'b" 'a"b'
x='a   b'; echo $x "$x"; echo "${x}c" '$x'
echo "new
line" \\ \a "\\" "\a"
echo $'\x41\102\u00e9' "caf\é"
printf '%s\n' "a b" 'c d' e\ f ''
echo "" '' x"y"z 'it'\''s'
