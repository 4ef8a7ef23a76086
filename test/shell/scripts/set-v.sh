# Lines as they are read, on standard error.
printf 'echo inc\n\n# c\n' >inc.sh
echo before
set -v
# a comment

echo one; echo two
for i in 1 2
do
  echo $i # in it
done
eval 'echo three
echo four'
x=$(echo five; echo six)
echo `echo seven`
f() { echo f; }
f
cat <<X
here
X
( echo sub )
trap 'echo bye' EXIT
. ./inc.sh
set +v
echo after
bash -vc 'echo z'
bash -v inc.sh
set -v
# last
