# What is no number makes [[ ]] false and the script goes on; `.` takes a newline.
[[ 08 -eq 8 ]] 2>/dev/null; echo "octal $?"
[[ 08 -eq 8 || 1 -eq 1 ]] 2>/dev/null; echo "or $?"
if [[ 1a -gt 0 ]] 2>/dev/null; then echo yes; else echo no; fi
[[ "1 +" -eq 1 ]] 2>/dev/null || echo unfinished
[[ '' -eq 0 ]] && echo empty
[[ $'a\nb' =~ ^a.b$ ]] && echo newline
[[ $'a\nb' =~ ^a[^x]b$ ]] && echo set
re='(a|b'; [[ a =~ $re ]]; echo "regex $?"
shopt -s nocasematch; [[ $'A\nb' =~ ^a.B$ ]] && echo nocase
(set -u; [[ nothing_here -eq 0 ]]; echo never) 2>/dev/null; echo "unset $?"
echo done
