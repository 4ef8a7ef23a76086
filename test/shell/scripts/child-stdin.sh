printf 'a\nb\nc\n' | while read -r x; do bash -c "echo got $x"; done
find . -maxdepth 0 | while read -r f; do bash -c "echo $f"; done
for list in "1 2"; do for i in $list; do echo "$i"; done | while read -r n; do bash -c 'exit 0'; echo "n $n"; done; done
while read -r x; do bash -c "echo here $x"; done <<END
1
2
3
END
while read -r x; do bash -c "echo string $x"; done <<< $'p\nq'
printf '1\n2\n3\n' | while read -r n; do bash -c 'read -r x && echo "child took $x"'; echo "got $n"; done
seq 20000 | { read -r first; bash -c 'true'; wc -l; }
