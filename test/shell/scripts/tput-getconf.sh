export TERM=xterm-256color
for c in bold sgr0 smul rmul rev el ed home civis cnorm sc rc; do tput $c | od -An -c; done
tput setaf 1 | od -An -c; tput setab 4 | od -An -c; tput setaf 12 | od -An -c; tput setaf 200 | od -An -c; tput cup 3 4 | od -An -c; tput cuf 5 | od -An -c
tput colors
getconf PAGESIZE; getconf ARG_MAX; getconf PATH_MAX /; getconf INT_MAX; getconf LONG_BIT
getconf NOSUCH 2>/dev/null; echo $?
