seq 3; seq 2 4; seq 1 2 7; seq 5 -2 1; seq -s, 4; seq -w 8 11; seq -f '%03g' 3; seq 0.5 0.5 2; seq 3 1; echo $?; seq 1e2 101; seq -f 'n%g' 2
