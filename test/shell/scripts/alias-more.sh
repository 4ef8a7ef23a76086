shopt -s expand_aliases
alias ll='echo listing' e='echo '
alias x='a b'
ll
e ll
alias ll; unalias ll; ll 2>/dev/null; echo $?
alias | sort; unalias -a; alias
