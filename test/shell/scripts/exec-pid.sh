# exec keeps the process: its number, its children, its signals; a subshell's exec leaves the shell.
bash -c 'echo $$ > pid; exec sh -c "echo \$\$ > pid2"'; cmp pid pid2 && echo same
bash -c 'trap "echo never" EXIT; exec echo replaced'; echo "$?"
bash -c 'exec sh -c "exit 7"'; echo "$?"
bash -c 'exec sh -c "kill -TERM \$\$"'; echo "$?"
bash -c 'exec nosuchprogram; echo never'; echo "$?"
bash -c 'shopt -s execfail; exec nosuchprogram; echo on' ; echo "$?"
(exec echo sub); echo after; x=$(exec echo captured; echo never); echo "$x"
bash -c 'exec cat << END
here $((1 + 1))
END
echo never'
bash -c 'exec > out; echo one; exec cat /dev/null - <<< two'; cat out
printf 'a\nb\n' | bash -c 'read x; exec cat'; bash -c 'V=env exec sh -c "echo \$V"'
sleep 5 & job=$!; bash -c 'sleep 0.05 & p=$!; exec sh -c "kill -0 $p && echo child lives"'; kill $job; wait $job; echo "$?"
echo 'echo "script $*"' > plain; chmod +x plain; bash -c 'exec ./plain 1 2'
bash -c 'trap "" INT; exec sh -c "kill -INT \$\$; echo ignored"'
