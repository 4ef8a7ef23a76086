# zip and unzip: packing, listing, unpacking, updating, patterns and statuses.
mkdir -p d/sub
printf 'hello\n' > d/a.txt
i=0; while [ $i -lt 100 ]; do echo abc; i=$((i + 1)); done > d/sub/b.txt
printf '#!/bin/sh\necho hi\n' > d/run
echo x > top.md
chmod 755 d/run; chmod 600 d/a.txt
touch -d '2024-03-05 10:20:30' d/a.txt d/sub/b.txt top.md d/run d/sub d
printf '%s\n' d d/a.txt d/run d/sub d/sub/b.txt top.md > names
echo '== pack'; zip out.zip -@ < names; echo "$?"
zip -q -r q.zip d -x '*.txt'; echo "$?"; unzip -Z1 q.zip | sort
zip -r i.zip d -i 'd/sub/*'; echo "$?"
zip out.zip top.md; echo "$?"
zip n.zip nosuch 2>&1; echo "$?"
zip -j j.zip d/a.txt d/sub/b.txt
zip -0 plain d/sub/b.txt; ls plain*
zip -9 plain.zip d/sub/b.txt
zip -u out.zip top.md; echo "$?"
echo '== list'; unzip -l out.zip; unzip -v out.zip
unzip -l out.zip 'd/*.txt' -x '*a*'; unzip -l out.zip nosuch; echo "$?"
unzip -qql out 'd/r*'; unzip -ql out top.md
echo '== print'; unzip -p out.zip d/a.txt top.md; unzip -p out.zip nosuch 2>&1; echo "$?"; unzip -c out.zip d/a.txt
echo '== unpack'; unzip out.zip -d e; echo "$?"
(cd e; stat -c '%A %Y %n' d/a.txt d/run d/sub/b.txt top.md d d/sub); cmp d/sub/b.txt e/d/sub/b.txt; e/d/run
echo changed > e/top.md
unzip -n out.zip -d e; echo "$?"; cat e/top.md
unzip -oq out.zip -d e; echo "$?"; cat e/top.md
unzip -o out.zip -d e
unzip -j out.zip '*.txt' -d flat; ls flat
unzip out.zip top.md -d e < /dev/null; echo "$?"
printf 'x\nn\n' | unzip out.zip top.md -d e 2>&1; echo "$?"
unzip -t out.zip; unzip -tq out.zip
echo '== errors'; unzip nosuch 2>&1; echo "$?"; unzip -l names 2>&1; echo "$?"
unzip -o out.zip top.md nosuch -d e 2>&1; echo "$?"
echo '== links'; ln -s a.txt d/link; (cd d; zip -y ../y.zip link a.txt); unzip y.zip -d l; readlink l/link; cat l/link
echo '== streams'; zip -q - top.md | cat > s.zip; unzip -p s.zip; printf 'from a pipe\n' | zip -q p.zip -; unzip -p p.zip
echo '== delete'; zip -d out.zip 'd/*'; unzip -Z1 out.zip; zip -d out.zip top.md; ls out.zip 2> /dev/null; echo "$?"
echo '== move'; zip -qm m.zip top.md; ls top.md 2> /dev/null; unzip m.zip; cat top.md
