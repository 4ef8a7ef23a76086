# What a build script makes of `dirname`: folders whose last part is a dot, which are there as soon as those above them are.
mkdir -p dist/. a/b/../c ./e/; echo $?; find . -type d | sort
mkdir -pv new/one/.; echo $?; mkdir -p dist/. new; echo $?
: > file; mkdir -p file/. file/x new/../file/x/y; echo $?; mkdir dist/.; echo $?
kill -l | head -6
