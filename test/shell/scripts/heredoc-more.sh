x=val; cat <<E; cat <<'E'; cat <<-E
$x $(echo sub) \$x `echo bt` $((1+1)) "q" 'q'
E
$x $(no)
E
	tabbed
	E
cat <<A <<B
first
A
second
B
f() { cat; }; f <<E
to function
E
while read l; do echo "[$l]"; done <<E
l1
l2
E
cat <<"E O F"
spaces in delim
E O F
