printf 'abc\0hello\001\002world!\nxy\0longer string\n' >b
strings b; strings -n 6 b; strings -t d b; strings -t x -n 3 b
echo hello | base32; echo hello | base32 | base32 -d; seq 50 | base32 -w 40; printf 'a' | base32 -w0; echo; echo '!!' | base32 -d; echo $?
printf 'abc' | sha224sum; printf 'abc' | sha384sum; printf 'abc' | b2sum; echo x >f; sha384sum f | cut -c1-20
