bash -c 'echo a; )' ; echo $?; bash -c 'if true; then echo'; echo $?; bash -c 'echo "unclosed'; echo $?; bash -c 'for do done'; echo $?; bash -c 'echo ok; fi'; echo $?; bash -c 'a b ;; c'; echo $?
