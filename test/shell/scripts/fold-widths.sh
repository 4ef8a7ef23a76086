# fold, expand, unexpand and pr-like output by hand.
echo 'the quick brown fox jumps over' | fold -w 10; echo 'the quick brown fox jumps over' | fold -s -w 10; printf 'ab\tcd\n' | fold -w 8
printf 'a\tb\tc\n' | expand; printf 'a\tb\n' | expand -t4; printf '\ta\tb\n' | expand -i; printf 'x\ty\tz\n' | expand -t 2,6,10
printf '        a       b\n' | unexpand; printf 'a       b\n' | unexpand -a; printf '    x\n' | unexpand -t4
