f() { local OPTIND o; while getopts ":ab:c" o; do case $o in a) echo A;; b) echo "B=$OPTARG";; c) echo C;; :) echo "need $OPTARG";; \?) echo "bad $OPTARG";; esac; done; shift $((OPTIND-1)); echo "rest $*"; }
f -a -b val -c x y; f -ab val; f -b; f -z; f -- -a; f -bval -ca
while getopts "x:" o; do echo $o $OPTARG; done <<<''; getopts a o -a; echo $o $OPTIND; OPTERR=0; getopts a o -q; echo "$o"
