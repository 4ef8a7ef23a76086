export A=1 B='two words'
echo 'A=$A B=${B} C=$C D=${A}x $$ $1' | envsubst
echo '$A $B' | envsubst '$A'
envsubst -v '$A ${B}'
