printf 'h\n3\n1\n2\n' > f.csv; (head -n 1; sort) < f.csv; { head -2 > /dev/null; cat; } < f.csv
yes | sed 3q; yes | sed -n '2{p;q}'; (echo one; sleep 0.2; echo two) | sed 's/^/> /'
x=$(timeout 20 bash -c 'head -c 200000 /dev/zero | tr "\0" a'); echo ${#x}
printf 'a' | sed p; echo; printf 'a' > f; sed -i p f; od -c f; printf 'a\nb' > g; printf 'c\n' > h; sed 's/^/-/' g h; sed -n '$=' g h
awk 'BEGIN { while ("printf \"1\\n2\\n\"" | getline line > 0) print "got " line }'; printf 'a\351b\n' | awk '{print $0}' | od -c
mkdir -p d tgt s u e/l; echo evil > e/l/x; tar cf evil.tar -C e l/x; ln -s "$PWD/tgt" s/l; tar cf a.tar -C s l; head -c 512 a.tar > both.tar; cat evil.tar >> both.tar; tar xf both.tar -C u 2>/dev/null; ls tgt | wc -l
