# Modes by letters, and what ls and stat say of them.
umask 022; : > f; mkdir d; m() { stat -c '%a %A' "$1"; }
m f; m d
for mode in u+x g-r,o=w a=r ug+w,o-r +x u=rwx,go= 750 0600 u+s g+s,a+t -t,u-s g=u o=g a-x a+X; do chmod $mode f; echo "$mode $(m f)"; done
chmod a-x,a+X d; m d; chmod 1777 d; m d; chmod -R go-rwx d; m d; chmod zz f; echo "$?"
umask -S; umask u=rwx,g=rx,o=; umask; : > g; m g; chmod --reference=f g; m g
