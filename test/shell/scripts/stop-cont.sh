sh -c 'for i in 1 2 3; do echo $i; sleep 0.1; done' >o & p=$!; sleep 0.15; kill -STOP $p; sleep 0.5; a=$(wc -l <o); kill -CONT $p; wait $p; echo "$? $([ $a -lt 3 ] && echo held) $(tail -1 o)"
sleep 5 & kill -STOP $!; kill $!; sleep 0.1; kill -0 $! && echo pending; kill -CONT $!; wait $! 2>/dev/null; echo $?; sleep 5 & kill -STOP $!; kill -9 $!; wait $! 2>/dev/null; echo $?
