# grep: context, counts, names, only what matches.
printf '%s\n' one two three four five six seven > f; printf 'TWO\nxx two\n' > g
grep -n e f; grep -A1 three f; grep -B1 -n three f; grep -C1 four f; grep -c e f; grep -v e f; grep -i two f g; grep -l two f g; grep -L six f g; grep -h two f g
grep -o '[aeiou]' g; grep -on 'e[a-z]' f; grep -w two g; grep -x two f; grep -q nosuch f; echo "$?"; grep x nosuch; echo "$?"; grep -s x nosuch; echo "$?"
grep -E '^(one|six)$' f; grep -F 'o.e' f; echo "$?"; grep -e one -e two f; printf 'f.ve\n' > pat; grep -f pat f; grep -m2 e f; grep -A1 -m1 t f
printf 'a\n--\nb\n' | grep -- --; grep -nA1 -e one -e six f; grep -P '\bt\w+' f; grep -r two . | sort; grep -rc two --include='g' .; printf 'x\0y\n' | grep -c x
