sh -c 'echo 1; until [ -e go ]; do sleep 0.05; done; echo 2' >o & p=$!; until [ -s o ]; do sleep 0.05; done; kill -STOP $p; sleep 0.3; : >go; sleep 1; a=$(wc -l <o); kill -CONT $p; wait $p; echo "$? $([ $a -eq 1 ] && echo held) $(tail -1 o)"
stopped() { until [ "$(cut -d' ' -f3 /proc/$1/stat)" = T ]; do sleep 0.05; done; }
sleep 5 & kill -STOP $!; stopped $!; kill $!; sleep 0.1; kill -0 $! && echo pending; kill -CONT $!; wait $! 2>/dev/null; echo $?; sleep 5 & kill -STOP $!; stopped $!; { kill -9 $!; wait $!; } 2>/dev/null; echo $?
