[ a = a ]; echo $?; [ a = b ]; echo $?; [ -z "" ] && echo z; [ -n "x" ] && echo n; [ 3 -gt 2 ] && echo gt; [ ! a = b ] && echo not
touch ff; mkdir dd; [ -f ff ] && echo f; [ -d dd ] && echo d; [ -e nope ] || echo ne; [ -s ff ] || echo s; [ a = a -a b = b ] && echo and; [ a = b -o b = b ] && echo or
test 1 -eq 1 && echo eq; [ "" ] || echo empty; [ x ] && echo x; [[ abc == a* ]] && echo glob; [[ abc =~ ^a(.)c$ ]] && echo "${BASH_REMATCH[1]}"; [[ "a*" == "a*" ]] && echo q
[[ -f ff && ! -d ff ]] && echo both; [[ a < b ]] && echo lt; [[ 5 -gt 3 || 1 -gt 2 ]] && echo o; [[ -z $unset ]] && echo un; x='a b'; [[ $x = 'a b' ]] && echo nosplit
[ \( a = a \) ] && echo paren; chmod +x ff; [ -x ff ] && echo x; ln -s ff ll; [ -L ll ] && echo L; [ -h ff ] || echo nh; [[ -v x ]] && echo v; [ -t 0 ] || echo notty
