f() { trap 'echo ret' RETURN; echo body; }; f; echo after
cat >s.sh <<'E'
echo sourced
E
trap 'echo r2' RETURN; . ./s.sh; trap - RETURN; . ./s.sh
