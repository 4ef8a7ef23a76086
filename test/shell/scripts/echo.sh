echo -n a; echo b; echo -e 'a\tb\\n\x41'; echo -E 'a\tb'; echo -ne 'x\n'; echo -- -n; echo -x; echo -e 'stop\c here'; echo end; echo a  b   c
