# Of several ways in which an expression fits from the first place on, the longest counts.
echo foobar | sed -E 's/foo|foobar/X/'
echo foobar | sed 's/foo\|foobar/X/g'
echo abcd abc ab | grep -oE 'ab|abcd|abc'
echo abcd | awk '{sub(/ab|abcd/,"X")}1'
echo "abcd ab abcd" | awk '{n=gsub(/ab|abcd/,"<&>"); print n, $0}'
echo abcd | awk '{print match($0, /b|bcd/), RSTART, RLENGTH}'
echo 'a, b,c' | awk '{n=split($0, p, /,|, /); for (i=1;i<=n;i++) printf "[%s]", p[i]; print ""}'
echo 'a::b:c' | awk -F ':|::' '{print NF, $2, $3}'
printf 'a--b-c' | awk -v RS='-|--' '{print NR, $0}'
[[ foobar =~ foo|foobar ]] && echo "${BASH_REMATCH[0]}"
[[ abcd =~ (a|ab)(c|bcd)(d*) ]] && echo "${BASH_REMATCH[@]}"
[[ xABC =~ ((a|ab)|abc) ]] || echo no match
shopt -s nocasematch; [[ xABC =~ ((a|ab)|abc) ]] && echo "${BASH_REMATCH[@]}"; shopt -u nocasematch
expr foobar : 'foo\|foobar'
expr foobar : '\(foo\|foob\)'
# Groups, and groups that come again.
echo abac ababc abaab | grep -oE '(a|ab)*c|(a|ab)*'
echo xyxyz | grep -oE 'x(xy|y)?(xyz)?'
echo aababa | grep -oE '(a|aba?)+'
echo abcabcab | sed -E 's/(ab|abc){2}(ab)?/[\1|\2]/'
echo 2024-01-02 | sed -E 's/([0-9]+|[0-9]+-[0-9]+)-([0-9]+).*/\2 \1/'
echo aXbX | sed -E 's/(a|(aX)b?)(X|b)*/<\1,\2,\3>/'
echo 'int integer interface' | grep -owE 'int|interface|integer'
echo 'abcabc' | grep -xE '(a|ab)(c|bcd)*abc'
# One that is optional before one that is longer.
echo ab abab | grep -oE 'a?(ab)?'
echo 'ab.cd.' | sed -E 's/([a-z]+|[a-z]+\.)*/X/g'
# Back to a group, anchors, no difference between capitals and small letters.
echo ababab | grep -oE '(a|ab)b?\1'
echo abab | sed -E 's/(a|ab)\1?/<&>/'
echo 'foobar foo' | sed -E 's/^foo|foobar$|o+/X/g'
echo 'FOOBAR foobar' | sed -E 's/foo|foobar/X/gI'
echo FooBar | grep -ioE 'foo|foobar'
printf 'one\ntwo\n' | sed -nE 'N;s/one|one\n|two/X/gp'
echo 'café cafés' | grep -oE 'caf|café|cafés'
echo '😀😀a' | grep -oE '😀|😀+a|.'
# What is no alternative.
echo 'a|b' | grep -oE 'a\|b|x'
echo 'a|b' | grep -o 'a|b'
echo 'ab(c|d)' | sed -E 's/[(|)]+|b\(/X/g'
echo 'a{2}b' | grep -oE 'a\{2\}|a\{'
# Nothing is tried twice, so that this ends.
printf '%060d\n' 0 | tr 0 a | grep -oE '(a*|b)*|(a|aa)+b' | wc -c
printf '%0600d\n' 0 | sed -E 's/((0|00)+|(0*)*)+1?/X/'
# Words that are plain text, and several expressions.
echo abcd | grep -oF -e ab -e abcd
echo abcd | grep -o -e ab -e abcd
# Neither with a group that is referred to.
printf '%060d!\n' 0 | sed -E 's/((0|00)+)(.?)\3/X/'
