# seq: steps, widths, formats, separators.
seq 3; seq 2 4; seq 1 3 10; seq 5 -2 1; seq -w 8 11; seq -s, 3; seq -f 'n%03g' 2; seq 0.5 0.5 2; seq 1 0.25 2; seq 3 1; echo "$?"; seq -w 0.5 1.5; seq -2 2 | tr '\n' ' '; echo; seq 1 1 1; seq a; echo "$?"; seq -s ' ' -w 9 10; seq 1000000 1000001; seq -f %.2f 1 2; seq 10 -5 -10 | xargs
