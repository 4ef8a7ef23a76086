true && echo a; false && echo b; false || echo c; true || echo d; false && echo e || echo f; true && false || echo g
! true; echo $?; ! false; echo $?; true; echo $?; false; echo $?; (exit 4); echo $?; { false; }; echo $?
if false; then echo 1; elif true; then echo 2; else echo 3; fi; if ! false; then echo n; fi
