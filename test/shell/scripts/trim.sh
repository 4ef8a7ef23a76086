p=/usr/local/lib/file.tar.gz
echo ${p#*/} ${p##*/} ${p%.*} ${p%%.*} ${p%/*}
echo ${p/l/L} ${p//l/L} ${p/#\/usr/U} ${p/%gz/zip} ${p//o}
v=hello; echo ${v^} ${v^^} ${v:1:3} ${v: -3} ${v:2} ${v:0:-1}
V=HELLO; echo ${V,} ${V,,}; s='a*b*c'; echo "${s//\*/-}" "${s%%\**}"
f="my file.txt"; echo "${f% *}" "${f##* }"; n=x; x=deep; echo ${!n}
