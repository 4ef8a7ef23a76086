# A shell whose folder was removed goes on, and starts programs there.
mkdir gone
cd gone
rmdir ../gone
echo hi | cat
/bin/sh -c 'echo child' 2>/dev/null
x=$(echo text | tr a-z A-Z)
echo "$x"
( echo sub ) &
wait
{ echo group; } | cat
( exit 3 )
echo "$?"
cd /tmp && pwd
