printf 'a:b:c\n' | { IFS=: read x y z; echo "$x $y $z"; }
printf 'abcdef' | { read -n 3 x; echo $x; }
printf 'one;two;' | { read -d ';' x; read -d ';' y; echo "$x $y"; }
read -a arr <<<"p q r"; echo ${arr[2]} ${#arr[@]}
printf 'a\\tb\n' | { read x; echo "$x"; }; printf 'a\\tb\n' | { read -r x; echo "$x"; }
printf 'line1\\\nline2\n' | { read x; echo "$x"; }
read x </dev/null; echo "rc $?"; printf 'noeol' | { read x; echo "$? $x"; }
read -t 0.1 x < <(sleep 2); [ $? -gt 128 ] && echo timeout
printf 'abcdef' | { read -N 4 x; echo "$x"; }; read <<<"  keep  "; echo "[$REPLY]"
printf 'a\nb\n' > lines; { read -t 0; echo $?; read x; echo "$x"; } < lines; { read -t 0; echo $?; read x; echo "$x"; } <<< here; read -t 0 < <(sleep 1); echo $?
x=old REPLY=old; read -t 0.05 x < <(sleep 0.5); echo "$? [$x]"; read -t 0.05 < <(sleep 0.5); echo "$? [$REPLY]"; read -t 0 -u 9; echo $?; read -u 9 x; echo $?
from=$SECONDS; read -t 0.2 x < <(printf abc; sleep 4); echo "$? [$x]" $((SECONDS - from < 3)); printf 'abc\ndef' | { read -t 1 x; echo "$? $x"; read -t 1 x; echo "$? $x"; }; printf 'a\\\nb\n' | { read -t 1 x; echo "$x"; }; trap 'echo trapped' USR1; { sleep 0.2; kill -USR1 $$; } & read -t 0.8 x < <(sleep 2); echo $?
