unset 1x; export 2y=1; echo $?; return 2>/dev/null; echo $?; break; echo $?; [ a -eq 1 ]; echo $?; [ 1 2 ]; echo $?; [ a; echo $?; echo $((1/0)); echo next
