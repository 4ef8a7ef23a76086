# A line is through a pipeline while its writer waits for it to be seen.
{ echo first; until [ -e seen-first ]; do :; done; echo second; until [ -e seen-second ]; do :; done; echo third; } |
  grep --line-buffered . | sed -u 's/$/!/' | cat | while read -r line; do echo "$line"; : >"seen-${line%!}"; done
{ echo a1; until [ -e seen-1 ]; do :; done; echo a2; } | grep -o --line-buffered '[0-9]' | cat | while read -r line; do echo "$line"; : >"seen-$line"; done
