numfmt --to=iec 1024 1500 1048576 999 123456789
numfmt --to=si 1000 1500 999999
numfmt --from=iec 1K 2M 1.5G
numfmt --from=si 1K 2M
numfmt --to=iec-i 2048
numfmt --from=auto 1Ki 1K
echo '5000 file' | numfmt --to=si
echo 'file 5000' | numfmt --field=2 --to=si
numfmt --to=iec --suffix=B 4096
numfmt --padding=10 --to=si 5000
numfmt abc 2>/dev/null; echo $?
numfmt 1K 2>/dev/null; echo $?
