cat >t <<'T'
The quick brown fox jumps over the lazy dog. The quick brown fox jumps over the lazy dog again and again until it is tired.

Second paragraph here,
with short
lines.
   Indented text that goes on for a while so that it must be broken somewhere in the middle of it all.
T
fmt t
fmt -w 40 t
fmt -20 t
fmt -s -w 30 t
