ls -l /dev/full | cut -c1-10
head -c 4 /dev/full | od -An -tx1
echo text > in
cp in /dev/full; echo $?
cat in > /dev/full; echo $?
echo text > /dev/full; echo $?
printf text > /dev/full; echo $?
tee /dev/full < in; echo $?
tee /dev/full copy < in; cat copy
: > /dev/full; echo $?
