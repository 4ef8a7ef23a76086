/** Random filters over random texts, as lines of a script; what they print is compared with what the machine's own programs print. */

/** Bytes beyond ASCII are left out where GNU's programs of that age count bytes and ours characters. */
interface Filter { line: string; ascii?: boolean }

const PIECES = ['\\n', '\\n', '\\n\\n', 'a', 'b', 'c', 'A', 'ab', ' ', '  ', '\\t', '1', '2', '10', '-1', ',', ':', '.5'];
const GREP = ['a', '^a', 'b$', '^$', '[0-9]', "'.'", "''", "'a*'", "-E 'a|1'", '-w a', '-x a', '-F .', "'\\bb'", "'\\w\\w*'"];
const SED = [
  's/a/X/', 's/a/X/g', 's/./&&/2g', '2d', '$d', '1!G;h;$!d', '/a/p', '/a/,/b/d', '1~2p', 'N;P;D', '$!N;s/\\n/+/', 'y/abc/xyz/', '=', 'l', 'l 5', '/^$/d', '2q', '2Q', 'a\\foo', 'i\\foo', '2c\\foo',
  '/a/{n;d}', '0,/a/d', '2,+1d', '/b/I!d', 's/\\(a\\)\\(.*\\)/\\2\\1/', 's/[[:space:]]*$//', '1,3s/b/\\n/p', '$=', 'x;G;1d', ':a;s/^\\(.*\\)a/\\1Z/;ta', 's/b/\\U&x\\E&/', 's/$/ /;s/ \\{2,\\}/_/g', 'n;n;s/./x/', '/a/!s/b/Q/',
  'G', 'H;$!d;x', 's/\\b/|/g', 's/\\w\\+/<&>/g', 's/^/> /', '2,1p', '$!{h;d};x;G', 'z;s/^$/mt/', 'F',
];
const AWK = [
  '{print $1}', '{print NF}', '{print $NF, NR}', 'END{print NR}', '{s+=$1} END{print s}', 'NR%2', '!x[$0]++', '{$1=$1}1', '{print length}', '/a/,/b/', '{print toupper($0)}', '{gsub(/a/,"X");print}', '{n=split($0,q,"");print n,q[1]}',
  'BEGIN{FS=":"}{print $2}', '{print substr($0,2,3)}', '{printf "%5s|%-4d\\n",$1,$2}', '{print index($0,"b")}', 'BEGIN{OFS="-"}{$3="q";print;print NF}', '{print match($0,/[0-9]+/),RSTART,RLENGTH}',
  '$1>3', '$1==$2{print "eq"}', '{NF=2}1', '{a[NR]=$0}END{for(i=NR;i>0;i--)print a[i]}', 'BEGIN{RS="a"}{print "["$0"]"}', '{print $1+0,$1""==$1+0}', '{print -$1, !$1, $1^2, $1%3}', 'BEGIN{while((getline l)>0)n++;print n,l}',
  '{sub(/b*/,"<&>")}1', 'NR==2{exit 3}{print}', '{$(NF+2)="e"}1', 'BEGIN{FS="\\t"}{print NF}', 'BEGIN{FS=" +"}{print NF":"$1}',
];
const PRINT_PARTS = 'for f in p_*; do [ -f "$f" ] && echo "$f" && cat "$f"; done; rm -f p_*';

/** @param next random numbers from 0 to 1 */
export function filterCases(next: () => number, count: number): string[] {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)]!;
  const upTo = (most: number): number => Math.floor(next() * (most + 1));
  const maybe = (text: string, chance = 0.3): string => (next() < chance ? text : '');
  const some = (...flags: string[]): string => flags.map((flag) => maybe(` ${flag}`)).join('');
  const text = (ascii = false): string => Array.from({ length: upTo(16) }, () => pick(ascii ? PIECES : [...PIECES, 'é'])).join('') + maybe('\\n', 0.7);
  const list = (): string => pick(['1', '2', '1,3', '2-', '-2', '2-3', '1-2,4', '3,1']);
  const set = (): string => pick(['a', 'ab', 'a-c', '[:lower:]', '[:digit:]', '[:space:]', ' ', '\\n', '0-9', '[:upper:]', '[:punct:]', '[:alnum:]', 'abc']);
  const key = (): string => ` -k${pick(['1', '2', '1,1', '2,2', '1.2', '2,3', '1,1n', '2n', '1r', '2b', '1,1f'])}`;
  const stops = (): string => maybe(` -t ${pick(['2', '4', '3,5'])}`);
  const filters: (() => Filter | string)[] = [
    () => `tail ${pick(['-n ', '-n +', '-c ', '-c +', '-'])}${upTo(6)}`,
    () => `head ${pick(['-n ', '-n -', '-c ', '-c -', '-'])}${upTo(6)}`,
    () => `wc${some('-l', '-w', '-c', '-m', '-L')}`,
    () => ({ line: `sort${some('-n', '-r', '-u', '-f', '-b', '-s', '-d', '-i', '-g', '-V', '-h')}${maybe(key())}${maybe(key())}${maybe(" -t ','")}`, ascii: true }),
    () => `sort${pick(['', ' -n', ' -r', ' -u', ' -k2', ' -k2n', ' -nr', ' -f', ' -V'])}`,
    () => ({ line: `uniq${some('-c', '-i')}${pick(['', '', ' -d', ' -u', ' -D'])}${maybe(` -f${upTo(2)}`)}${maybe(` -s${upTo(2)}`)}${maybe(` -w${1 + upTo(2)}`)}`, ascii: true }),
    () => ({ line: `cut ${pick(['-c', '-b', '-f'])}${list()}${maybe(' --complement')}`, ascii: true }),
    () => `cut -d '${pick([' ', ',', ':', 'a'])}' -f${list()}${some('-s', '--complement')}${maybe(" --output-delimiter='|'")}`,
    () => `tr '${set()}' '${pick(['x', 'xyz', 'A-C', '\\n', ' '])}'`,
    () => ({ line: `tr ${pick(['-d', '-dc', '-s', '-sc', '-ds'])} '${set()}'${maybe(` '${set()}'`)}`, ascii: true }),
    () => `nl${pick(['', ' -ba', ' -bn', ' -bpa'])}${maybe(' -nln')}${maybe(' -nrz')}${maybe(` -w${1 + upTo(4)}`)}${maybe(' -s:')}${maybe(` -i${upTo(3)}`)}${maybe(` -v${upTo(3)}`)}`,
    () => ({ line: `fold${some('-s', '-b')} -w ${1 + upTo(5)}`, ascii: true }),
    () => ({ line: `${pick(['expand', 'expand -i', 'unexpand', 'unexpand -a'])}${stops()}`, ascii: true }),
    () => ({ line: `fmt${maybe(` -w ${4 + upTo(10)}`)}${some('-s', '-u')}`, ascii: true }),
    () => `paste ${pick(['-s', '- -', '- - -', '-'])}${maybe(" -d ',:'")}`,
    () => pick(['rev', 'tac', 'tac -s a', "tac -s ' '", 'hexdump -C', 'strings -n 2', 'shuf -n0', 'factor', 'tsort', 'base64', 'base64 -w5', 'base32', 'md5sum', 'sha1sum', 'sha256sum', 'cksum', 'numfmt --to=si --invalid=ignore']),
    () => `od -An ${pick(['-c', '-tx1', '-td2', '-to1', '-ta', '-tx4', '-tu8'])}${maybe(` -w${1 + upTo(6)}`)}${maybe(` -j${upTo(3)}`)}${maybe(` -N${upTo(9)}`)}`,
    () => `cat${some('-n', '-b', '-s', '-E', '-T', '-A', '-v', '-e', '-t')}`,
    () => `split ${pick(['-l 1', '-l 2', '-b 1 -d', '-b 3 -d'])} - p_; ${PRINT_PARTS}`,
    () => `{ echo x; cat; } | csplit -s -f p_ - ${pick(["'/a/'", "'/b/+1'", "'%a%'", "'/a/' '{1}'", "'/1/' '{*}'"])}; ${PRINT_PARTS}`,
    () => `column -t${maybe(" -s ','")}`,
    () => `join${some('-a1', '-a2', '-e X', '-t,', '--nocheck-order')} - <(printf '1 x\\na y\\nb z\\n')`,
    () => `comm${some('-1', '-2', '-3', '--check-order')} - <(printf '${pick(['a\\nb\\n', 'b\\na\\n', text(true)])}')`,
    // Which of several equally short ways it shows is each program's own.
    () => `diff -q${some('-b', '-w', '-i')} - <(printf -- '${text()}') >/dev/null`,
    () => `grep ${pick(GREP)}${some('-n', '-c', '-i', '-h', '-b', '-q')}${pick(['', '', ' -v', ' -o'])}${maybe(` -m${upTo(2)}`)}${maybe(` -A${upTo(2)}`)}${maybe(` -B${upTo(2)}`)}`,
    () => `sed ${some('-n', '-E')} '${pick(SED)}'`,
    () => ({ line: `sed '${pick(['s/a*/X/g', 's/a*/X/2', 's/x*/-/g'])}'`, ascii: true }),
    () => ({ line: `awk ${maybe('-F, ')}'${pick(AWK)}'`, ascii: true }),
    () => `xargs ${pick(['', '-n1', '-n2', '-L1', '-d "\\n"', '-r', '-0', '-d, -n1'])} echo :`,
    () => "xargs -I{} echo '<{}>'",
    () => `while ${pick(['', 'IFS= ', 'IFS=, '])}read -r ${pick(['l', 'a b', 'a b c'])}; do echo "<$l$a|$b|$c>"; done`,
    () => pick(['mapfile -t q; declare -p q', "read -r -d '' q; echo \"$?[$q]\"", 'read -a q; declare -p q', 'read -n 2 q; echo "[$q]"; cat', 'IFS=: read x y; echo "[$x][$y]"', 'q=$(cat); echo "[$q]" "${#q}" $q', 'q=$(cat); echo "${q^^}" "${q^}" "${q@Q}"']),
    () => `dd bs=${1 + upTo(3)} skip=${upTo(2)} count=${upTo(3)} 2>/dev/null`,
    () => `tee /dev/null | tail -n ${upTo(3)}`,
  ];
  return Array.from({ length: count }, () => {
    const filter = pick(filters)();
    const { line, ascii } = typeof filter === 'string' ? { line: filter, ascii: false } : filter;
    return `printf -- '${text(ascii)}' | { ${line}; } 2>/dev/null`;
  });
}
