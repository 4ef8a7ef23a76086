mapfile -t a < <(seq 5); echo ${#a[@]} ${a[4]}; mapfile -t -n 2 b < <(seq 5); echo ${b[@]}; mapfile -t -s 3 c < <(seq 5); echo ${c[@]}
mapfile -t -O 2 d <<<$'x\ny'; echo ${!d[@]}; readarray -d : -t e <<<"a:b:c"; echo ${#e[@]} ${e[1]}
cb() { echo "cb $1"; }; mapfile -t -C cb -c 2 f < <(seq 4)
