shopt -s lastpipe; set +m; echo val | read x; echo "x=$x"; seq 3 | while read n; do s=$((s+n)); done; echo $s
