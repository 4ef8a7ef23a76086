# awk: fields, separators, NF and what changing them does.
echo 'a b c d' | awk '{ $2 = "X"; print; print NF; $6 = "new"; print; print NF }'
echo 'a:b:c' | awk -F: -v OFS=- '{ $1 = $1; print; NF = 2; print }'
printf 'k1=v1;k2=v2\n' | awk -F'[=;]' '{ for (i = 1; i <= NF; i++) print i, $i }'
printf 'a b\n\nc d\ne\n' | awk 'BEGIN { RS = "" } { print NR ": " $1 "," $NF }'
printf '  lead  and   trail  \n' | awk '{ $1 = $1 } 1'
printf 'one,two\n' | awk 'BEGIN { FS = "," } { print $2, $1; print $(NF - 1) }'
printf '1 2\n3 4\n' | awk '{ s += $1 * $2 } END { print s, NR }'
