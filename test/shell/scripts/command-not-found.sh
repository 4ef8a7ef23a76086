nosuchcmd; echo $?; ./nofile; echo $?; mkdir adir; ./adir; echo $?; touch nox; ./nox; echo $?; command nosuch2; echo $?; nosuch3 | cat; echo $?
