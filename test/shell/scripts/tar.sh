umask 022
mkdir -p d/sub; echo one >d/a; echo two >d/sub/b; ln -s a d/link; ln d/a d/hard; chmod 755 d/sub/b
tar -cf t.tar --sort=name d; echo "rc $?"
tar -tf t.tar
tar -tvf t.tar | awk '{print $1, $NF}' | sed 's/^h[^ ]* /h /'
mkdir out; tar -xf t.tar -C out; find out | sort; cat out/d/sub/b; readlink out/d/link; stat -c '%a %h' out/d/a out/d/sub/b
tar -xOf t.tar d/sub/b
tar -xvf t.tar --strip-components=1 -C out d/sub
ls out
tar czf t.tgz d/a d/sub && tar tzf t.tgz && file_head=$(head -c2 t.tgz | od -An -tx1) && echo $file_head
tar -cf - d | tar -tf - | sort
tar -cf x.tar --exclude='*.log' --exclude=sub d; tar -tf x.tar | sort
tar -tf nothere.tar 2>/dev/null; echo "rc $?"
tar -tf t.tar nosuch; echo "rc $?"
echo garbage >g.tar; tar tf g.tar; echo "rc $?"
tar cf e.tar nofile; echo "rc $?"
long=$(printf 'n%.0s' {1..120}); mkdir -p d/$long; echo long >d/$long/f; tar cf l.tar d/$long; tar tf l.tar | tail -1 | wc -c; tar xf l.tar -C out; cat out/d/$long/f
tar rf t.tar d/a; tar tf t.tar | tail -1
tar cf abs.tar /etc/hostname 2>&1 | sed 's/^tar: //'; tar tf abs.tar
echo d/a >list; tar cf fl.tar -T list; tar tf fl.tar
(cd d && tar cf - .) | (mkdir -p copy && cd copy && tar xpf -); ls copy
mkdir h i; ln -s ../far h/a; ln h/a h/b; tar cf h.tar -C h a b; tar xf h.tar -C i; echo "rc $?"; readlink i/a i/b
