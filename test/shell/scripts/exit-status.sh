# Exit statuses of every kind of command.
true; echo $?; false; echo $?; ! true; echo $?; (exit 7); echo $?; bash -c 'exit 300'; echo $?
nosuchcmd 2> /dev/null; echo $?; : > notexec; ./notexec 2> /dev/null; echo $?; /tmp 2> /dev/null; echo $?
bash -c 'kill -TERM $$'; echo $?; bash -c 'kill -9 $$'; echo $?; f() { return 5; }; f; echo $?; f() { false; }; f; echo $?
true | false; echo $?; false | true; echo $?; if false; then :; fi; echo $?; while false; do :; done; echo $?
x=$(exit 4); echo $?; local_test() { local y=$(exit 6); echo $?; local z; z=$(exit 6); echo $?; }; local_test
case x in y) ;; esac; echo $?; { exit 9; } & wait $!; echo $?; eval 'exit 2' | cat; echo "${PIPESTATUS[0]}"; exit 11
