echo $(echo a; echo b) "$(echo a; echo b)"; echo `echo back` "`echo "nested"`"; x=$(printf 'a\n\n\n'); echo "[$x]"
echo $(echo $(echo deep)); y=$(false); echo $?; y=$(exit 7); echo $?; echo "$(cat <<E
in doc
E
)"; echo $(< /dev/null) end; z=$(x=inner; echo $x); echo $x $z
echo "$(echo '"')" "$(echo ')')" "$(case a in a) echo c;; esac)"
