# sed on files: in place, with backups, several files, w and r.
seq 3 > a; seq 3 > b; sed -i 's/2/two/' a b; cat a b; sed -i.bak '1d' a; cat a a.bak; sed -n 'w copy' b; cat copy; sed '1r a' b; sed -s -n '$p' a b; sed -n '$p' a b; sed -i -e '$a end' -e '1i start' b; cat b
sed nosuch-command a; echo "$?"; sed p nosuch; echo "$?"; printf 's/3/three/\n# comment\np\n' > s; sed -n -f s a; sed --expression='s/t/T/' a; sed -z 's/\n/,/g' a; echo; sed -E -n '/t(w)o/s//[\1]/p' b; sed -n '/two/{s//2/;p;q}' b; sed -u 1q b; sed 's/$/;/;$!s/;$/,/' b
printf 'a\nc\n' > f; sed -i 's/a/b/w /dev/stdout' f; echo --; cat f; sed -i -n -e 'w /dev/stdout' -e 's/c/d/p' f; echo --; cat f
printf 'a\nb\n' > f; sed -i 's//x/' f; echo $?; cat f
seq 3 > a; seq 2 > b; echo 1 > f; sed -i 'N;s/\n/ /' f a b; cat f a b; seq 3 > a; seq 2 > b; sed -i 'n;d' a b; cat a b; seq 3 > a; sed -s -n '$=;N;p' a b; sed -s 'N;l;D' a b; sed 'N;N;s/\n/-/g' a b; seq 3 > a; sed -i 2q a b; cat a b; seq 3 > a; sed -i.old 2Q a; cat a a.old
seq 3 | sed -s -n '$p'; seq 3 | sed -s 2q; seq 3 | sed -i p; echo $?
