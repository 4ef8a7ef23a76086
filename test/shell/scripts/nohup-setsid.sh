nohup echo hi; echo $?
nohup sh -c 'exit 3'; echo $?
nohup nosuchprog 2>/dev/null; echo $?
setsid sh -c 'echo in; exit 4'; echo $?
setsid -w echo w
nice echo n; nice -n 5 sh -c 'exit 2'; echo $?
sh -c 'trap "echo hup" HUP; kill -HUP $$; echo after'
nohup sh -c 'kill -HUP $$; echo survived'
nohup sh -c 'trap "echo bye" EXIT; kill -HUP $$; echo survived'
bash -c 'sh -c "trap \"echo bye\" EXIT; kill -INT \$\$; echo survived" & wait'
