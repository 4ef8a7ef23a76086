import { describe, expect, it } from 'vitest';
import { evaluate } from '../../src/runtime/shell/expand/arith.ts';
import { compilePattern } from '../../src/runtime/shell/expand/pattern.ts';
import { parseScript } from '../../src/runtime/shell/language/parser.ts';
import { ShellSyntaxError } from '../../src/runtime/shell/language/source.ts';
import { toJsRegex } from '../../src/runtime/shell/regex.ts';
import { decode, encode } from '../../src/runtime/shell/text.ts';
import { runShell } from '../support/shell-run.ts';

describe('parser', () => {
  it('keeps a substitution with a case pattern whole', () => {
    const stage = parseScript('echo "$(case a in a) echo x;; esac)"').items[0]!.first.stages[0]!;
    expect(stage.t === 'simple' && stage.words.length).toBe(2);
  });
  it.each(['if true; then', 'echo "open', 'cat <<E\nbody', 'f() {', 'a &&', 'echo $(ls'])('asks for more after %j', (text) => {
    expect(() => parseScript(text)).toThrow(expect.objectContaining({ incomplete: true }));
  });
  it.each([[')', '`)'], ['if; then', '`;'], ['for do', '`do'], ['a ;; b', '`;;']])('refuses %j', (text) => {
    expect(() => parseScript(text)).toThrow(ShellSyntaxError);
  });
  it('survives being sent to another process as JSON', () => {
    const script = parseScript('f() { local a=(1 "2 3"); [[ $x =~ ^(a|b)$ ]] && echo ${x//a/b} <<< "$y"; }; f | cat &');
    expect(JSON.parse(JSON.stringify(script))).toEqual(script);
  });
});

describe('arithmetic', () => {
  const vars = new Map([['i', '5'], ['e', 'i+1']]);
  const scope = { get: (n: string) => vars.get(n) ?? '', set: (n: string, _: string | null, v: string) => void vars.set(n, v) };
  it.each([['1+2*3', 7n], ['2**3**2', 512n], ['-7/2', -3n], ['e*2', 12n], ['0x1f+010', 39n], ['1?2:3', 2n], ['0&&(i=9)', 0n], ['9223372036854775807+1', -9223372036854775808n], ['36#z', 35n]])('%s', (text, value) => {
    expect(evaluate(text, scope)).toBe(value);
    expect(vars.get('i')).toBe('5');
  });
  it('names the place of an error as bash does', () => {
    expect(() => evaluate('1/0', scope)).toThrow('1/0: division by 0 (error token is "0")');
  });
});

describe('patterns', () => {
  it.each([['*.js', 'a.js', true], ['[!a]*', 'abc', false], ['[[:digit:]]', '7', true], ['\\*', '*', true], ['a?c', 'abc', true], ['@(a|b)c', 'bc', true], ['!(a)', 'a', false], ['[a-c]-[]x]', 'b-]', true]])('%s against %s', (pattern, text, expected) => {
    expect(compilePattern(pattern).test(text)).toBe(expected);
  });
  it('translates basic and extended expressions', () => {
    expect(toJsRegex('a\\{2\\}\\(b\\)\\1', { extended: false }).test('aabb')).toBe(true);
    expect(toJsRegex('a+(b|c)$', { extended: true }).test('xaac')).toBe(true);
    expect(toJsRegex('a+b', { extended: false }).test('a+b')).toBe(true);
  });
});

it('keeps bytes that are not UTF-8', () => {
  const bytes = Uint8Array.of(0x61, 0xff, 0xc3, 0xa9, 0xed, 0xa0, 0x80, 0xe2, 0x82);
  expect([...encode(decode(bytes))]).toEqual([...bytes]);
});

describe('shell', () => {
  it('runs pipelines of its own commands without a process', () => {
    expect(runShell('x=$(echo b a | tr " " "\\n" | sort | head -1); ls | wc -l; (cd /; pwd); echo $x')).toEqual({ stdout: '0\n/\na\n', stderr: '', status: 0, spawned: 0 });
  });
  it('reports a command that is not there', () => {
    expect(runShell('nosuch')).toEqual({ stdout: '', stderr: 'bash: line 1: nosuch: command not found\n', status: 127, spawned: 0 });
  });
  it('tells syntax errors as bash does', () => {
    expect(runShell('echo a\n)').stderr).toBe("bash: -c: line 2: syntax error near unexpected token `)'\nbash: -c: line 2: `)'\n");
  });
  it('gives a process what a subshell knows', () => {
    expect(runShell('f() { echo "$1 $v $((n+1))"; }; v="a b"; n=1; { f x; } | { read l; cat <<< "$l"; } | cat').stdout).toBe('x a b 2\n');
  });
  it('keeps a subshell from changing its parent', () => {
    expect(runShell('x=1; (x=2; cd /; set -e; f() { :; }); echo $x; f; echo $?').stdout).toBe('1\n127\n');
  });
});
