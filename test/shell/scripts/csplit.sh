seq 1 12 > n
csplit -s -f part n 5 9; wc -l part0*; csplit n '/^7$/' '{0}'; csplit -z -s -f s- n /3/ /6/; ls s-*; rm xx* s-* part*
printf 'h\n# a\n1\n# b\n2\n# c\n3\n' > doc; csplit doc '/^# /' '{*}'; head xx*; rm xx*; csplit -s doc '%# b%' '/# c/+1'; head xx*; rm xx*; csplit doc /nope/ 2>/dev/null; echo $?; ls xx* 2>/dev/null; csplit -k doc 3 99 2>/dev/null; echo $?; ls xx*; rm xx*; csplit -s -n 1 -f p doc '/# b/-1'; head p*; rm p*
