set -m
sleep 5 & jobs; kill -STOP %1; sleep 0.2; jobs; bg %1 >/dev/null; jobs; kill %1; wait %1 2>/dev/null; echo $?; jobs
sh -c 'kill -STOP $$; echo resumed'; echo $?; jobs; fg; echo $?
fg %9; bg %9; kill %9; disown %9; wait %9; jobs %9; echo $?
set -m; i=0; ( echo a ) >f$((i++)); echo f*; set -C; ( echo b ) >new; cat new; set +C; ( echo out; echo err >&2 ) 2>&1 >o; cat o; ( cat ) < <(echo once | tee -a times); cat times; set +m
# Numbers of processes stand in a column of at least five.
sleep 0.2 & jobs -l > list
sed -E 's/^\[1\]\+ ( *[0-9]+) Running {17}sleep 0\.2 &$/\1/' < list | awk '{ print (length($0) >= 5), (length($0) < 9) }'
wait
