# awk: arrays, membership, deletion, several subscripts, split.
awk 'BEGIN { a["x"] = 1; a["y"]; print ("x" in a), ("z" in a), length(a); delete a["x"]; print length(a) }'
awk 'BEGIN { n = split("c,a,b", p, ","); for (i = 1; i <= n; i++) printf "%s ", p[i]; print n }'
awk 'BEGIN { m[1, 2] = "m"; for (k in m) { split(k, q, SUBSEP); print q[1], q[2] }; if ((1, 2) in m) print "there" }'
printf 'b 1\na 2\nb 3\n' | awk '{ t[$1] += $2; c[$1]++ } END { for (k in t) print k, t[k], c[k] }' | sort
awk 'BEGIN { split("abc", c, ""); print c[1] c[3]; delete c; print length(c) }'
awk 'function f(arr, n) { arr[n] = n * n } BEGIN { f(sq, 4); print sq[4] }'
