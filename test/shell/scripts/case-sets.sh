# Bracket expressions with characters that mean something elsewhere, backward ranges, dashes at the ends and after classes.
urlencode() { local s=$1 i c; for ((i = 0; i < ${#s}; i++)); do c=${s:i:1}; case $c in [a-zA-Z0-9.~_-]) printf %s "$c" ;; *) printf '%%%02X' "'$c" ;; esac; done; echo; }
urlencode 'a b&c/d?~e_f-g.h'
for p in '[a\-c]' '[a-c-e]' '[]-a]' '[!]a]' '[^&&b]' '[--0]' '[+--]' '[a-]' '[-a]' '[[:digit:]-]' '[\]]' '[a\]b]' '[z-a]' '[!z-a]' '[~&]' '[[:alpha:]-z]'; do
  printf '%s' "$p"
  for c in a b c d e - ']' '&' '.' '/' 5 '\' ',' '~' z; do case $c in $p) printf ' %s' "$c" ;; esac; done
  echo
done
v='a~b&c-d'; echo "${v//[~&]/_}" "${v//[!a-z]/}" "${v%%[~&]*}" "${v##*[&-]}"
s='hello World'; echo "${s~}" "${s~~}" "${s~~[a-h]}"
