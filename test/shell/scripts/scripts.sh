cat > s1.sh <<'E'
#!/bin/bash
echo "script $0 args $# $1"
exit 6
E
chmod +x s1.sh; ./s1.sh one two; echo $?; bash s1.sh x; sh ./s1.sh; echo 'echo noshebang $1' > s2.sh; chmod +x s2.sh; ./s2.sh a; bash nosuch.sh; echo $?; echo 'echo from stdin $x' | bash; echo 'exit 3' | sh; echo $?; bash -c 'echo $0 $1' name arg; bash -s a b <<< 'echo $# $2'; echo 'nosuchx
echo line2
(' > bad.sh; bash bad.sh; echo $?
