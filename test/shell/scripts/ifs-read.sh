# IFS and read: fields, the rest, backslashes, several separators.
IFS=: read -r a b c <<< 'x:y:z:w'; echo "$a|$b|$c"; read -r a b <<< '  lead  trail  '; echo "[$a][$b]"
IFS= read -r l <<< '  kept  '; echo "[$l]"; IFS=, read -ra arr <<< 'a,,b,'; echo "${#arr[@]}" "${arr[@]}"; read a b <<< 'one\ two three'; echo "$a|$b"
printf 'a b\nc d' | while read -r x y || [ -n "$x" ]; do echo "$y $x"; done; read -d: -r p <<< 'up:to'; echo "$p"; read -n3 q <<< abcdef; echo "$q"
read -r z < /dev/null; echo "$? [$z]"; IFS=' :' read -r a b c <<< 'a : b::c'; echo "$a|$b|$c"; read <<< '  whole  '; echo "[$REPLY]"
v='a:b c'; IFS=:; echo $v; set -- $v; echo $#; unset IFS; set -- $v; echo $#; read -r one two three <<< $'1\t2'; echo "$one$two[$three]"; read -N 4 fixed <<< $'a\nbc'; echo "$fixed"
