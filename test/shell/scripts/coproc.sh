coproc CAT { while read -r l; do echo "<$l>"; done; }
echo hello >&${CAT[1]}; read -r r <&${CAT[0]}; echo "$r"
echo again >&${CAT[1]}; read -r r <&${CAT[0]}; echo "$r"
eval "exec ${CAT[1]}>&-"; wait $CAT_PID; echo "done $?"
coproc cat; echo x >&${COPROC[1]}; read r <&${COPROC[0]}; echo $r; kill $COPROC_PID 2>/dev/null; wait 2>/dev/null; echo end
