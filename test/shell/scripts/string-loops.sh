# Working through strings character by character and word by word.
s='héllo'; for ((i = 0; i < ${#s}; i++)); do echo -n "${s:i:1}."; done; echo; r=; for ((i = ${#s} - 1; i >= 0; i--)); do r+=${s:i:1}; done; echo $r
while [ -n "$s" ]; do echo -n "<${s%"${s#?}"}>"; s=${s#?}; done; echo; words='the quick  brown'; for w in $words; do echo "${#w} $w"; done; t=' trim me '; t="${t#"${t%%[![:space:]]*}"}"; t="${t%"${t##*[![:space:]]}"}"; echo "[$t]"
path=a:b::c; while [[ $path == *:* ]]; do echo "${path%%:*}"; path=${path#*:}; done; echo "$path"; printf -v pad '%*s' 5 ''; echo "[${pad// /-}]"; [[ abc =~ ^(a)(b)(c)$ ]] && echo "${BASH_REMATCH[@]:1}"; [[ abc < abd ]] && echo less; x=abc; x+=def; echo $x ${x:(-3)}; echo $'tab\tnl\\ \x41 \u00e9 \'q\''
