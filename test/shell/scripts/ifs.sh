x='a:b::c'; IFS=:; for i in $x; do echo "[$i]"; done; IFS=' '; y='  lead  trail  '; for i in $y; do echo "[$i]"; done
IFS=':' read a b c <<< '1:2:3:4'; echo "$a|$b|$c"; read x y <<< '  sp  aced out '; echo "[$x][$y]"; unset IFS
printf '%s\n' $(printf 'a\tb\nc'); while IFS= read -r line; do echo "<$line>"; done <<< '  keep  '
read -r a <<< 'back\slash'; echo "$a"; read a <<< 'back\slash'; echo "$a"
