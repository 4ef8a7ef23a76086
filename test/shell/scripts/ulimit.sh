ulimit -n >/dev/null && echo ok; ulimit -c; ulimit -a >/dev/null; echo $?
