# Here-documents: several on a line, in loops and substitutions, tabs taken off.
cat << A; cat << B
first $((1 + 1))
A
second
B
x=$(cat << 'E1'
$literal `kept` \n
E1
); echo "$x"
for i in 1 2; do cat <<- EOT
	tabbed $i
	  and spaces
	EOT
done
while read -r a b; do echo "$b-$a"; done << END
1 one
2 two
END
f() { cat << IN; }
in function $1
IN
f arg; cat << "Q" | tr a-z A-Z
piped \$x
Q
cat << E2
back\
slash \\ \$HOME "quotes" 'single' $(echo sub)
E2
