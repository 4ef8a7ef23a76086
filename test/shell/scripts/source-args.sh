cat >lib.sh <<'E'
echo "args $# $1"; v=set; return 4
E
set -- orig; . ./lib.sh; echo "rc $? $v $1"; . ./lib.sh a b; echo $1; source ./lib.sh x | cat; . ./nofile 2>/dev/null; echo $?
