seq 1000 >a; cp a b
gzip a; ls; gunzip a.gz; cmp a b && echo same
gzip -k b; ls; zcat b.gz | tail -1; gzip -dc b.gz | wc -l; gzip -t b.gz; echo $?
gzip -c a | gzip -d | md5sum
cat b.gz b.gz | gunzip | wc -l
echo plain >p; gunzip p; echo "rc $?"; gunzip -c p; echo "rc $?"
gzip nosuch; echo "rc $?"
gzip b; echo "rc $?"
head -c 100 b.gz | gunzip 2>/dev/null | wc -c >/dev/null; echo "${PIPESTATUS[1]}"
mkdir d; echo x >d/f; gzip d; echo "rc $?"; gzip -r d; ls d
printf '' | gzip | gunzip | wc -c
gzip -v a 2>&1 | sed 's/[0-9.]*%/N%/'
gzip -9 <b | gzip -dc | cmp - b && echo ok
gzip -S .z -c b >b.z; gunzip -S .z -c b.z | tail -1
printf 'junk' | gunzip; echo "rc $?"
