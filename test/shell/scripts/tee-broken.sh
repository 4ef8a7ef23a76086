yes | tee >(head -1 > /dev/null) > /dev/null; echo "${PIPESTATUS[1]}"
