cd /nosuch; echo $?; echo x > /nosuch/f; echo $?; cat < nofile; echo $?; readonly q=1; q=2; echo after; shift 5; echo $?
