exec {fd}>out; echo hello >&$fd; exec {fd}>&-; cat out
exec {in}<out; read -r l <&$in; echo $l; exec {in}<&-
[ $fd -ge 10 ] && echo big
