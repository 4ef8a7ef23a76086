type cd if; f() { :; }; type -t f cd if ls nosuch; command -v cd f; command -v nosuch; echo $?; builtin echo b; command echo c; alias x='echo al'; alias x; unalias x; shopt -s expand_aliases; alias hi='echo hello'
hi there
