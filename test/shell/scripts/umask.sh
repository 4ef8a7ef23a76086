umask 022; touch a; mkdir d; stat -c %a a d; umask 077; touch b; stat -c %a b; umask; umask -S; umask u=rwx,g=rx,o=; umask; umask 022; umask -p
