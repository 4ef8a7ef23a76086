printf 'ABC\n\0\377' >f; od f; od -c f; od -An -tx1 f; od -tx1z f; od -A x -t x1 f; od -N 2 -c f; od -j 1 -N 2 -An -c f; od -t d1 f; od -t u2 f; seq 20 | od -c | tail -2; hexdump -C f
