grep -oE '[[:alpha:]]+' <<< 'Größe x'; grep -o '\w\+' <<< 'Größe x'; grep -ow 'Gr' <<< 'Größe x'; echo $?; grep -w 'Größe' <<< 'Größe x'
sed 's/\b/|/g' <<< 'Größe x'; sed 's/\W/_/g' <<< 'Größe x'; sed 's/\</</g;s/\>/>/g' <<< 'Größe x'; sed -E 's/(\w+) (\w+)/\2 \1/' <<< 'Größe öl'; sed 's/.*/\U&/' <<< 'größe'
x=größe; echo "${x^^}" "${x^}" "${x@U}" "${#x}"; declare -u y=straße; echo "$y"
read -n 3 q <<< 'Größe'; echo "$q"; while read -r -n 1 c; do echo "<$c>"; done <<< 'öß€'
declare -p q; q=$'a\tb'; declare -p q; printf '%s\n' "${q@A}"
