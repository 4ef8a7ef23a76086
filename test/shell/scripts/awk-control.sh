# awk: ranges, next, exit, getline, pipes, printf to files.
seq 10 | awk '/3/,/5/ { print } NR == 8 { exit 3 } END { print "end" }'; echo "$?"
seq 4 | awk 'NR % 2 { next } { print "even", $0 }'
seq 5 | awk '{ getline nxt; print $0 "+" nxt; nxt = "" }'
awk 'BEGIN { while (("echo a; echo b" | getline line) > 0) print "got", line; print "z\ny" | "sort"; close("sort"); print "after" }'
seq 3 | awk '{ print > "out" $1 ".txt" } END { close("out1.txt") }'; cat out?.txt
awk 'BEGIN { i = 0; do { i++ ; if (i == 2) continue; if (i > 3) break; print i } while (1) }'
printf 'x\n' > f1; printf 'y\nz\n' > f2; awk 'FNR == 1 { print FILENAME } { print NR, FNR, $0 }' f1 f2
awk -v n=3 'BEGIN { print n, ENVIRON["HOME"], ARGC, ARGV[1] }' arg
