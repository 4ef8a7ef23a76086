bash -c 'trap "echo bye" EXIT; kill -TERM $$; echo no'; echo $?
bash -c 'trap "echo bye" EXIT; trap "echo term" TERM; kill -TERM $$; echo yes'; echo $?
bash -c 'trap "echo bye" EXIT; trap - EXIT; kill -TERM $$; echo no'; echo $?
bash -c 'c() { echo cleaned; }; trap c EXIT; for i in 1 2 3; do echo $i; [ $i = 2 ] && kill -INT $$; done; echo no'; echo $?
bash -c 'trap "echo bye" EXIT; (sleep 0.3; kill -HUP $$) & sleep 5; echo no'; echo $?
bash -c 'trap "echo cleaning; kill -TERM \$\$; sleep 3; echo no" EXIT; true'; echo $?
