for i in 1 2 3; do if [ $i = 2 ]; then continue; fi; echo $i; done; i=0; while [ $i -lt 3 ]; do i=$((i+1)); echo w$i; done
until [ $i -eq 0 ]; do i=$((i-1)); done; echo $i; for i in a b; do for j in 1 2 3; do [ $j = 2 ] && continue 2; [ $i = b ] && break 2; echo $i$j; done; done
for x; do echo never; done; for i in; do echo never; done; echo done; while true; do break; done; echo $?; for i in a; do false; done; echo $?
echo "1 2
3 4" | while read a b; do echo $((a+b)); done; seq 3 | while read n; do echo "n=$n"; done
