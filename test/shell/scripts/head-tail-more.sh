seq 20 >f; head -n 3 f; head -3 f; head -c 5 f; echo; head -n -17 f; tail -n 3 f; tail -n +18 f; tail -c 6 f; tail -2 f; head -n 1 f f; tail -q -n 1 f f; seq 3 | head -n 2; head -n 0 f; head nofile; echo $?; seq 5 | tail -n +3 | head -n1
printf '\na\nb\n' | tail -n 30; printf '\n' | tail; printf '\n\na' | tail -n 2
