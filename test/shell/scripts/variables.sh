a=1 b=2; echo $a$b ${a}x "${b}y" $c.
unset a; echo "[$a]"; a=; echo "[${a-unset}] [${a:-empty}] [${zz-unset}] [${zz+set}] [${b:+alt}]"
: ${new:=made}; echo $new; echo ${#new} ${#b}
readonly r=5; (r=6) 2>/dev/null; echo $? $r
A=x env | grep '^A='; echo "[$A]"
x=5; x+=3; echo $x; y="$x $x"; echo $y
