# Redirections of whole loops and groups.
for i in 3 1 2; do echo $i; done | sort > out; cat out; while read -r l; do echo "<$l>"; done < out > out2; cat out2
{ echo a; echo b >&2; } 2> err | tr a A; cat err; if true; then echo in-if; fi > o; cat o; f() { echo from-f; } > fout; f; cat fout
until [ -e stop ]; do : > stop; echo made; done >> o; cat o; exec 3< out; read -r x <&3; read -r y <&3; echo "$x $y"; exec 3<&-; read -r z <&3; echo $?
(echo sub; echo err >&2) > both 2>&1; cat both; { cat; } < out; case x in x) echo c ;; esac > co; cat co; echo app >> co; cat < co; n=0; while read -r _; do ((n++)); done < out; echo $n
