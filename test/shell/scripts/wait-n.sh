sh -c 'sleep 0.3; exit 5' & sh -c 'exit 3' & wait -n; echo $?; wait -n; echo $?; wait -n; echo $?
sleep 1 & p=$!; sh -c 'exit 7' & q=$!; wait -n -p who; echo $?; [ $who = $q ] && echo which; kill $p; wait $p; echo $?; wait 99999; echo $?; wait abc; echo $?
sh -c 'exit 4' & wait $!; echo $?; (exit 6) & wait; echo $?;
