set -x; echo a 'b c'; x=1; [ $x = 1 ] && echo y; set +x; echo off
