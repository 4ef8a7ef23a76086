# awk: its functions on strings.
awk 'BEGIN { s = "hello world"; print length(s), index(s, "wor"), substr(s, 7), substr(s, 1, 5), toupper(s) }'
awk 'BEGIN { s = "aXbXc"; n = gsub(/X/, "<&>", s); print n, s; sub(/b/, "\\&", s); print s }'
awk 'BEGIN { if (match("foo123bar", /[0-9]+/)) print RSTART, RLENGTH; print match("x", /y/), RSTART, RLENGTH }'
awk 'BEGIN { printf "%5d|%-5s|%05.1f|%x|%c|%c|%%\n", 42, "ab", 3.14159, 255, 65, "hey" }'
awk 'BEGIN { print 1e6, 0.1 + 0.2, 1 / 3, -3 % 2, 2 ^ 8, int(-3.7) }'
awk 'BEGIN { print "10" < "9", 10 < 9, "a" < "b", 1 == 1.0, "1" == 1 }'
awk 'BEGIN { x; print x + 0, "[" x "]", length() }' < /dev/null
