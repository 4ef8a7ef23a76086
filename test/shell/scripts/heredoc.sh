name=world; cat <<EOF
hello $name $(echo sub) \$esc `echo bt` "q" 'q'
EOF
cat <<'EOF' | tr a-z A-Z
no $expand
EOF
f() { cat; }; f <<X
to function
X
while read l; do echo "[$l]"; done <<EOF
l1
l2
EOF
cat <<EOF > hd; cat hd
written
EOF
cat <<A <<B
first
A
second
B
