bash -c 'set -u; echo ${x:-def}; echo "$@"; echo $#; x=1; echo $x; echo $nope; echo no' 2>/dev/null; echo $?; bash -c 'set -u; echo ${a[@]} ok' ; bash -c 'echo ${x?msg}; echo no' 2>/dev/null; echo $?
