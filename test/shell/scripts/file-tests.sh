# test, [ and [[ on files.
: > empty; echo x > full; mkdir dir; ln -s full link; ln -s nowhere broken; chmod 000 empty; chmod 755 full
for f in empty full dir link broken none; do
  r=; for t in e f d L h s p x S; do [ -$t $f ] && r+=$t; done; echo "$f: $r"
done
touch -d '2020-01-01' old; [ full -nt old ] && echo newer; [[ old -ot full ]] && echo older; ln full hard; [ full -ef hard ] && echo same
[ -t 0 ] || echo 'no terminal'; [[ -e none || -d dir ]] && echo either; [ ! -e none -a -d dir ] && echo both; [ -n "$(ls -A dir)" ] || echo 'dir is empty'
