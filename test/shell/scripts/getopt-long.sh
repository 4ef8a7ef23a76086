# util-linux getopt: sorting, quoting, errors, and the loop that scripts write around it.
getopt -o ab: --long alpha,beta:,gam:: -n prog -- -a --beta=2 x -b 'q r' --gam --gam=5 --al "it's" 2>&1
getopt -o a -- -z 2>&1; echo $?; getopt -o b: -- -b 2>&1; echo $?; getopt -o '' -l one,only -- --on 2>&1; echo $?; getopt -o '' -l one: -- --one 2>&1; echo $?; getopt -o '' -l one -- --one=3 2>&1; echo $?
getopt ab: -a x -b 'c d' y; getopt -o +ab -- -a x -b; getopt -o -ab -- x -a y; getopt -T; echo $?; getopt -u -o a -- -a 'x y'; getopt -a -o a -l long -- -long -a; getopt -o c:: -- -c -cfoo bar -- -x; getopt -q -o a -- -b; echo $?; getopt -o ab -- - a
opts=$(getopt -o vo: --long verbose,output: -n demo -- -v --output 'my file' rest "it's") || exit 1
eval set -- "$opts"
while true; do case $1 in -v|--verbose) v=1; shift;; -o|--output) out=$2; shift 2;; --) shift; break;; esac; done
echo "$v [$out] $# $1 $2"
