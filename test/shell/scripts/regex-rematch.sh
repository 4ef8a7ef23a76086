[[ "foo123bar" =~ ([a-z]+)([0-9]+)(.*) ]] && echo "${BASH_REMATCH[0]}|${BASH_REMATCH[1]}|${BASH_REMATCH[2]}|${BASH_REMATCH[3]}"; echo ${#BASH_REMATCH[@]}
re='^[0-9]+$'; [[ 42 =~ $re ]] && echo num; [[ 4x =~ $re ]] || echo not; [[ "a.b" =~ a\.b ]] && echo esc; [[ "a.b" =~ "." ]] && echo lit; [[ axb =~ "a.b" ]] || echo quoted
v="2024-01-15"; if [[ $v =~ ^([0-9]{4})-([0-9]{2})-([0-9]{2})$ ]]; then echo ${BASH_REMATCH[@]:1}; fi
