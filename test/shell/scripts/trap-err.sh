trap 'echo "ERR $? $LINENO"' ERR; false; true; ! true; false || true; if false; then :; fi; (exit 3); echo end
f() { false; echo in; }; f; set -E; f
