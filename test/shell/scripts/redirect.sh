echo out > f; echo more >> f; cat f; cat < f | wc -l; echo err >&2 2>/dev/null; ls nosuch 2>/dev/null; echo $?
{ echo a; echo b >&2; } > o 2> e; cat o e; { echo c; echo d >&2; } &> both; cat both; echo x 2>&1 1>/dev/null
exec 3> three; echo to3 >&3; exec 3>&-; cat three; exec 4< three; read l <&4; echo $l; exec 4<&-
cat <<A; cat <<'B'; cat <<-C
var $((1+1))
A
raw $x
B
	tabbed
	C
cat <<< "here string"; set -C; echo y > f 2>/dev/null || echo clobber; echo z >| f; cat f
: > empty; wc -c < empty; echo a >f1 >f2; cat f1 f2; while read x; do echo "r$x"; done < f2
