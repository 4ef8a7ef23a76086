x='echo hi; y=3'; eval "$x"; echo $y; eval echo '$y'; echo 'sourced=1; echo in source $1' > s.sh; . ./s.sh arg; echo $sourced; echo 'return 4; echo no' > r.sh; source ./r.sh; echo $?
v=name; eval "$v=val"; echo $name; eval 'for i in 1 2; do echo $i; done'; eval ''; echo $?; cmd='ls -d /'; $cmd; "$cmd" 2>/dev/null; echo $?
