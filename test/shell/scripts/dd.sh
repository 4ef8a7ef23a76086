seq 100 >a
dd if=a bs=10 count=2 2>/dev/null; echo
dd if=a bs=4 skip=3 count=1 2>/dev/null | od -c
dd if=a of=b bs=1k 2>&1 | head -2; cmp a b && echo same
printf 'XX' | dd of=b bs=1 seek=2 conv=notrunc 2>/dev/null; head -c 6 b | od -c
echo hello | dd conv=ucase 2>/dev/null
dd if=nofile 2>&1; echo $?
dd if=/dev/zero bs=512 count=3 2>/dev/null | wc -c
dd if=a of=c bs=100 status=none; cmp a c && echo same
printf abc | dd bs=8 conv=sync 2>/dev/null | od -c
