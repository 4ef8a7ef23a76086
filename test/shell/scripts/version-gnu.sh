# How scripts tell GNU's commands from others.
if sed --version 2>/dev/null | grep -q GNU; then echo gnu sed; else echo other; fi
sed --version >/dev/null 2>&1; echo $?
for c in sort ls cp grep head wc date xargs tr cut; do $c --version </dev/null 2>/dev/null | head -n 1 | grep -c GNU; done
sed --versio </dev/null >/dev/null 2>&1; ls --nope 2>/dev/null; echo $?
