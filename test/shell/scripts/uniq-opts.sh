printf 'a\na\nb\nc\nc\nc\n' >f; uniq f; uniq -c f; uniq -d f; uniq -u f; printf 'A\na\n' | uniq -i; printf 'x 1\ny 1\n' | uniq -f1; printf 'aab\naac\n' | uniq -w2; uniq -D f
