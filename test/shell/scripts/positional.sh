set -- a "b c" d; echo $# $1 "$2" $3; for i in "$@"; do echo "<$i>"; done; for i in $*; do echo "($i)"; done
shift; echo $# "$*"; IFS=-; echo "$*"; unset IFS; set --; echo $#; echo "${1-none}"
f() { echo "$# $1"; shift; echo "$@"; }; f x "y z" w; echo "${@:1:2}"
set -- 1 2 3 4 5 6 7 8 9 10 11; echo ${10} $10 ${@:3:2} "${*: -2}"
