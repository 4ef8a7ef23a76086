printf 'a b\nb c\na d\nd c\n' | tsort
printf '3 8\n3 10\n5 11\n7 8\n7 11\n8 9\n11 2\n11 9\n11 10\n' | tsort
echo 'a a' | tsort
echo 'a' | tsort; echo $?
