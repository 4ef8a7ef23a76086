j() { printf '%s\n' "--- $*"; jq "$@"; echo "rc $?"; }
cat >a.json <<'J'
{"name":"Ann","age":30,"tags":["x","y"],"nested":{"a":{"b":1}},"n":null,"f":1.5,"s":"é\"\n","2":1,"1":2}
J
cat >list.json <<'J'
[{"id":1,"g":"a","v":3},{"id":2,"g":"b","v":1},{"id":3,"g":"a","v":2}]
J
j . a.json; j -c . a.json; j -S -c . a.json; j -r .name a.json; j '.tags[]' a.json; j -c '.tags[1:],.tags[-1],.nested.a.b,.missing,.["age"]' a.json
j -c 'keys,length,(.tags|length)' a.json; j -c 'map(.v)|add,min,max,sort' list.json; j -c 'group_by(.g)|map({g:.[0].g,n:length})' list.json; j -c 'sort_by(.v)|map(.id)' list.json
j -c '.[]|select(.v>1)|{id,w:(.v*2)}' list.json; j -c 'map(select(.g=="a")|.id)' list.json; j -c '[.[]|.v]|[add/length,(.[0]-.[1]),(.[0]%2)]' list.json
j -c 'to_entries|map(.key)' a.json; j -c 'with_entries(.value|=tostring)' a.json; j -c 'del(.tags,.nested)|.age+=1|.new="z"' a.json; j -c '[paths]|length' a.json; j -c '[leaf_paths|map(tostring)|join(".")]' a.json
j -n -c '[range(5)],[range(2;8;3)],[limit(3;range(100))],[first(range(10;0;-1))],([1,2]|combinations(2))'
j -n -c 'reduce range(5) as $i (0;.+$i),[foreach range(5) as $i (0;.+$i;[$i,.])]'
j -n -c '"abc def"|test("b"),[match("[a-e]+";"g").string],capture("(?<x>[a-z]+) (?<y>[a-z]+)"),sub("b";"X"),gsub("[ae]";"<\(.)>"),[scan("[a-f]")],split(" "),ascii_upcase,ltrimstr("abc"),(.|length),explode[0:2]'
j -n -c '"a,b, c"|split(", *";null),[splits(", *")]'
j -n -c '[1,[2,[3,[4]]]]|flatten,flatten(1),(..|numbers)'
j -n -r '[1,"a\"b",null,true]|@csv,@tsv,@json,@html,@sh,(@base64 "x\(.)"),("aGk="|@base64d),("a b&c"|@uri)'
j -n -c '{"a":1} as {a:$x}|[$x],([[1,2],[3,4]] as [[$p,$q],$r]|[$p,$q,$r]),({} as {a:$z}?//[$z]|$z)'
j -n -c 'try error("x") catch .,try (1/0) catch .,(try error({a:1}) catch .a),([.[]?]),("x"|try tonumber catch .)'
j -n -c 'def f(x):x*2;def g($a;$b):$a+$b;f(3),g(1;2),([1,2]|map(f(.)))'
j -n -c 'label $out|1,break $out,2'; j -n -c '[.[]?,1]|if .[0]>0 then "p" elif .[0]<0 then "n" else "z" end'
j -n -c 'null//"d",false//"e",(empty//3),([false,1]|.[]//9),(1,null|.//"q")'
j -c --arg x 1 --argjson y '{"z":2}' -n '[$x,$y,$ARGS.named]'; j -c -n --args '$ARGS.positional' a b; j -s -c . list.json a.json; printf 'l1\nl2\n' | j -R .; printf 'l1\nl2\n' | j -Rs .; printf '1 2 3' | j -n '[inputs]|add'
j -e '.n' a.json; j -e .age a.json; j .a.b <<<'[1]'; j '.[' a.json 2>/dev/null; j 'nofn' a.json 2>/dev/null; echo '{bad' | jq . 2>/dev/null; echo "rc $?"; j -n 'input' 2>/dev/null; j .x nofile 2>/dev/null
j -n -c '[1,2,3]|.[1]=9,(.[]|=.+1),(.[0:2]=["a"]),index(2),IN(.[];2),(map(in([0,1]))),contains([2]),inside([1,2,3,4]),(.[2:]|first),last,nth(1),any(.>2),all(.>2),(transpose? // "t")'
j -n -c '{"a":{"b":2}}|getpath(["a","b"]),setpath(["a","c"];3),delpaths([["a","b"]]),(path(..)),tostream,([tostream]|fromstream(.[])),has("a"),(.a|has("x")),(to_entries),walk(if type=="number" then .+1 else . end)'
j -n -r '1425599621|todate,(gmtime|mktime),strftime("%A, %B %d, %Y"),("2015-03-05T23:51:47Z"|fromdate),("10:20 2020-01-02"|strptime("%H:%M %Y-%m-%d")|mktime)'
j -n -c '[3.0,1e3,1.5e-7,100000000000000000000,0.1,-0,1e17,123456789012],(10/3),(5%3),(-5%3),([1,2]-[2]),({a:1}*{a:{b:2}}),("ab"*2),("a,b"/","),(null+1)'
j -n -c '[1,1.5,"a",null,true,[],{}]|map(type),sort,(unique|length),(map(tojson)),(tojson|fromjson),(.[2]|ascii_downcase),min_by(type),(map(tostring)|join("-"))'
j -n -c '"\(1+2) is \("x"|ascii_upcase)","\u00e9","tab\t",@text "v \([1])",([1,2]|tojson),("a"<"b"),([]<{}),({a:1}=={a:1}),(1!=1),(true and false or true),(null|not)'
j --tab . <<<'{"a":[1]}'; j --indent 1 . <<<'{"a":[1,{}]}'; j -j '.[]' <<<'["a","b",1]'; j -a . <<<'"é😀"'; j -C -c . <<<'{"a":[1,"x",null]}' >/dev/null
j -n -c '[splits("a")?],([1,2,3]|bsearch(2),bsearch(0)),([{"k":"x","v":1}]|from_entries),(until(.>100;.*2)? // "u"),(1|[while(.<50;.*3)]),([1|recurse(if .<3 then .+1 else empty end)]),([2,1]|sort_by(-.)),("x"|ascii_downcase|@json),(env|type),($ENV|type),input_filename,([limit(0;1,2)]),(infinite|tostring),([nan]|tostring),(now|type),("abc"|.[1:2]),("abcb"|indices("b")),([1,2,1]|indices(1)),(["a","b"]|index("b")),splits("z")?'
j -n -c '[1234567890123456789,-12345678901234567890,9007199254740993,1e16,1e15,0.0001,0.00001,1.5e17,123456789012345678]'
