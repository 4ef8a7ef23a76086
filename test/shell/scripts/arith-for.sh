# for (( )) in its variants.
for ((i = 0; i < 3; i++)); do echo -n "$i "; done; echo
for ((i = 0, j = 10; i < j; i += 3, j -= 2)); do echo -n "$i:$j "; done; echo
n=0; for ((;;)); do ((++n > 4)) && break; ((n == 2)) && continue; echo -n "$n "; done; echo
for ((i = 3; i; i--)) { echo -n "<$i>"; }; echo
for ((i = 0; i < 2; i++)); do for ((j = 0; j < 2; j++)); do ((j == 1)) && continue 2; echo "$i$j"; done; done
((0)); echo "$?"; ((5)); echo "$?"; let 'x = 3 * 4' y=x+1; echo "$x $y"
