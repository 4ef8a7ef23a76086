select x in a b c; do echo "got $x $REPLY"; break; done <<<2
select x in a b; do [ -n "$x" ] && echo "ok $x" && break; echo "bad $REPLY"; done <<<$'9\n1'
set -- p q; select y; do echo $y; break; done <<<1
PS3='pick> '; select x in one; do echo "$x"; break; done <<<1
select x in a; do echo never; done </dev/null; echo "rc $?"
