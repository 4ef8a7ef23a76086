B=http://localhost:5999
c() { printf "== %s\n" "$*"; curl "$@"; echo "[$?]"; }
printf 'line1\nline2\n' > data.txt
c -s $B/json
c -s -i $B/json
c -s -I $B/json
c -s $B/chunked
c -s -d a=1 -d b=2 $B/echo
c -s -d @data.txt $B/echo
c -s --data-binary @data.txt $B/echo
c -s --data-raw @data.txt $B/echo
c -s --data-urlencode 'q=a b&c' --data-urlencode 'x y' $B/echo
c -s -G -d a=1 --data-urlencode 'q=ä' "$B/echo?z=0"
c -s -X PUT -H 'X-A: 1' -H 'Accept:' -d '{}' -H 'Content-Type: application/json' $B/echo
c -s --json '{"a":1}' $B/echo
c -s -F a=1 -F 'f=@data.txt' -F 'g=@data.txt;type=text/x;filename=n.x' -F 'h=<data.txt' $B/echo
c -s -u user:pass -A agent -e http://ref/ -b 'k=v' $B/echo
c -s http://me:pw@localhost:5999/echo
c -s $B/redirect
c -s -L $B/redirect
c -s -L -d x=1 $B/redirect
c -s -L -d x=1 $B/307
c -sS -L --max-redirs 3 $B/loop
c -s -f $B/404
c -sS -f $B/404
c -s --fail-with-body $B/404
c -s $B/404
c -sS http://localhost:1/
c -sS $B/drop
c -s -o out.txt -w '%{http_code} %{size_download} %{content_type} %{num_redirects} %{url_effective} %{method} %{scheme}\n' -L $B/json
cat out.txt
c -s -O $B/json; cat json
c -s -o /dev/null -w '%{http_code}\n' $B/404 
c -s -w '%header{content-type} %{redirect_url}\n' -o /dev/null $B/redirect
c -s -T data.txt $B/up
echo piped | c -s -d @- $B/echo
c -s -X DELETE $B/echo
c -s -r 0-3 $B/echo
c -s -c jar.txt -o /dev/null $B/json; grep -v '^#' jar.txt | sed 's/^/jar /'; grep HttpOnly jar.txt
c -s -b jar.txt $B/echo
c
c --nope x 2>&1
c -s --create-dirs -o d/e/f.txt $B/json; cat d/e/f.txt
c -s $B/204 -w '%{http_code}'
c -sS http://bad_host/
c -s -D - $B/json -o /dev/null
c -s localhost:5999/echo
c -v -s $B/404 2>&1 | grep -v '^\* \|[Dd]ate\|User-Agent\|^{\|^}'
