f() { echo ${FUNCNAME[0]} ${FUNCNAME[1]} $LINENO; caller; caller 0; g; }
g() { echo ${FUNCNAME[@]}; caller 1; echo ${BASH_LINENO[@]}; }
f; echo "${FUNCNAME[0]-none}"; echo ${BASH_SOURCE[0]##*/}
