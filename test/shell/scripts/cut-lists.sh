# cut: lists, complements and delimiters.
printf 'one:two:three:four\nplain\n' > f
cut -d: -f2 f; cut -d: -f2 -s f; cut -d: -f1,3- f; cut -d: -f-2 f; cut -d: -f2 --complement f; cut -d: -f1,3 --output-delimiter=' | ' f
cut -c2-4 f; cut -c1,3 f; cut -b-3 f; cut -c5- f; printf 'a\tb\tc\n' | cut -f2
cut f; echo "$?"; cut -f0 f; echo "$?"
