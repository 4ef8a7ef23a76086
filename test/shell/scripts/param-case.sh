# Case changes, replacements and lengths of parameters.
v='hello World'; echo "${v^}" "${v^^}" "${v,}" "${v,,}" "${v^^[lo]}" "${v^[x]}"
echo "${v/o/0}" "${v//o/0}" "${v/#he/HE}" "${v/%ld/LD}" "${v//l}" "${v/nope/x}" "${v//[aeiou]/_}" "${v/ */}" "${#v}"
p=/a/b/c.d.e; echo "${p#*/}" "${p##*/}" "${p%.*}" "${p%%.*}" "${p:3}" "${p:0:2}" "${p: -3}" "${p: -3:2}" "${p:2:-2}"
a=(ab cd); echo "${a[@]^}" "${a[*]//?/x}" "${a[@]#a}" "${a[@]:0:1}" "${#a[0]}"; set -- x.y z.w; echo "${@%.*}" "${*##*.}"
echo "${u-unset}" "${u:-empty}" "${u+set}" "${v:+full}"; e=; echo "[${e-unset}][${e:-empty}][${e+set}][${e:+full}]"; r=v; echo "${!r}" "${!r^^}"
