echo $'a\tb\nc' $'\x41\u00e9' $'it\'s' $'\101'; echo "a\$b\`c\"d\\e\qf"; echo 'a\nb'; echo a\ b; echo "a
b"; echo a\
b; echo "$(echo "nested "quotes"")"; echo '"' "'" \" \'; x='a  b'; echo $x "$x"; echo "${x}"; echo -e 'a\tb\\'; echo -n no; echo; echo "a"'b'"c"
