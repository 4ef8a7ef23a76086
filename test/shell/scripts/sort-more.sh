# sort: keys, numbers, versions, stability, checks.
printf 'b 2\na 10\nc 1\na 9\n' > f; sort f; sort -k2n f; sort -k1,1 -k2,2nr f; sort -r f; sort -u -k1,1 f; sort -s -k1,1 f; sort -t' ' -k2 f; sort -nr -k2 f | head -1
printf '10\n9\n1e2\n-3\n0x1\n' | sort -n; printf '1K\n2M\n500\n1G\n' | sort -h; printf 'v1.10\nv1.9\nv1.2\n' | sort -V; printf 'B\na\nC\n' | sort -f; printf '  b\n a\n' | sort -b; printf 'Mar\nJan\nFeb\n' | sort -M; printf '1e2\n50\n2e1\n' | sort -g
sort -c f; echo "$?"; sort f | sort -c; echo "$?"; sort -o f f; cat f; printf 'b\0a\0' | sort -z | tr '\0' '\n'; sort -m <(printf '1\n3\n') <(printf '2\n4\n'); printf 'x:3\ny:1\n' | sort -t: -k2,2; printf 'a\na\nb\n' | sort -u | wc -l; printf 'a1\nA2\n' | sort -d; sort nosuch; echo "$?"; printf 'abc\nabd\n' | sort -k1.3,1.3r
