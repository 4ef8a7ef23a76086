# Expressions of Perl that scripts use.
grep -oP '"version":\s*"\K[^"]+' <<< '{"name": "x", "version": "1.2.3"}'
grep -oP '(?<=v)\d+\.\d+' <<< 'v1.20 v3.4'
grep -oP 'tag\:\s?\K\S+' <<< 'tag: abc'
grep -P '^[[:alpha:]]+\-\d{2}$' <<< $'ab-12\n1-12'
grep -oP '(?i)HELLO' <<< 'say Hello'
grep -P '\d{a}' <<< '1{a}'
grep -oP '\Qa.b\E.' <<< 'axb a.bc'
grep -oP '(?P<x>o)(?P=x)' <<< 'foo'
grep -oP "it\'s\_\@" <<< "it's_@"
grep -oP '[]a]+' <<< 'x]a'
grep -oP '\h+b' <<< $'a \tb' | wc -c
grep -oP '^k:\s*\K.*' <<< 'k:  v'; grep -oP 'a\Kb|c' <<< 'ab c'; grep -oP '\p{Lu}\pL' <<< 'xÄb'; grep -cP 'x\Ky' <<< xy; grep -P --color=always 'x\Ky' <<< xy; grep -obP 'x\Ky' <<< axy
echo abc > f; md5sum --tag f > sums; cat sums; md5sum -c sums; sha256sum --tag f
