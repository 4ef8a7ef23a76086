true | false | (exit 3); echo ${PIPESTATUS[@]}; false; echo ${PIPESTATUS[@]}; ! false | true; echo "$? ${PIPESTATUS[*]}"; set -o pipefail; false | true; echo $?; true | true; echo $?
