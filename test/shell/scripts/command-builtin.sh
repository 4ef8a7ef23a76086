echo() { builtin echo "f:" "$@"; }; echo hi; command echo hi; unset -f echo; command -v echo if nosuch; echo $?; command -V cd; type -t echo ls if f; builtin cd /; builtin nosuch 2>/dev/null; echo $?
