printf 'a bb ccc\ndddd e f\n' | column -t
printf 'a:bb:ccc\ndddd:e\n\nx::z\n' | column -t -s:
printf 'a,b\nccc,d\n' | column -t -s, -o ' | '
printf 'n v\nlonger 10\n' | column -t -R 2
seq 30 | column -c 40
seq 30 | column -x -c 40
printf 'one\ntwo\nthree\n' | column -c 80
printf 'k v\n1 2\n' | column -t -N A,B
