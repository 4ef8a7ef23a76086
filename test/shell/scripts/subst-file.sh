printf 'one\ntwo\n\n' > f; x=$(<f); echo "[$x]"; echo "$(< f)" | wc -l; y=$(<nothing) || echo "rc $?"; echo "[$y]"; f=f; echo $(<"$f")
for i in {1..80}; do y=$(< <(echo $i)); done; echo "$y"; cat <(echo still)
