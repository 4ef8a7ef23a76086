mkdir -p a/b/c; touch a/1.txt a/b/2.txt a/b/c/3.txt .hid x.TXT
shopt -s globstar; echo **/*.txt; shopt -u globstar; echo **/*.txt
shopt -s nullglob; echo no*match end; shopt -u nullglob; echo no*match
shopt -s dotglob; echo *; shopt -u dotglob; echo *
shopt -s nocaseglob; echo *.txt; shopt -u nocaseglob
shopt -s failglob; echo zz* ; echo "rc $?"; shopt -u failglob
shopt -q extglob; echo $?; shopt extglob; shopt -p nullglob
