/** `$name` and `${...}`. */
import type { Param, Word } from '../language/ast.ts';
import type { Variable } from '../run/variables.ts';
import { ExpansionError, type Shell } from '../run/shell.ts';
import { ansiEscapes } from '../language/escapes.ts';
import type { Expander } from './expand.ts';
import type { Fields } from './fields.ts';
import { compilePattern } from './pattern.ts';
import { quoteForShell } from './quote.ts';
import { upperCase } from '../text.ts';

type Value = { list: string[]; each: boolean } | string | undefined;

/** Special parameters and ordinary variables. */
export function lookup(shell: Shell, name: string): string | undefined {
  if (/^\d+$/.test(name)) return name === '0' ? shell.name : shell.positional[Number(name) - 1];
  switch (name) {
    case '?': return String(shell.status);
    case '#': return String(shell.positional.length);
    case '$': return String(shell.pid);
    case '!': return shell.lastBackground === 0 ? '' : String(shell.lastBackground);
    case '-': return shell.flags();
    case 'RANDOM':
      shell.random = (shell.random * 1103515245 + 12345) & 0x7fffffff;
      return String((shell.random >> 8) & 0x7fff);
    case 'SECONDS': return String(Math.floor((Date.now() - shell.startedMs) / 1000) + shell.secondsBase);
    case 'EPOCHREALTIME': {
      const now = performance.timeOrigin + performance.now();
      return `${Math.floor(now / 1000)}.${String(Math.floor((now % 1000) * 1000)).padStart(6, '0')}`;
    }
    case 'GROUPS': return '1000';
    case 'BASH_COMMAND': return shell.inTrap > 0 ? shell.command : shell.source;
    case 'BASH_SOURCE': return shell.calls[shell.calls.length - 1]?.source ?? (shell.interactive ? undefined : shell.scriptName);
    case 'EPOCHSECONDS': return String(Math.floor(Date.now() / 1000));
    case 'LINENO': return String(shell.line);
    case '_': return shell.lastArgument;
    case 'BASHPID': return String(shell.pid);
    case 'BASH_SUBSHELL': return String(shell.subshell);
    case 'FUNCNAME': return shell.functionNames[shell.functionNames.length - 1];
    default: return shell.vars.get(name);
  }
}

const isAll = (word: Word | undefined): '@' | '*' | null => {
  const part = word?.length === 1 ? word[0]! : undefined;
  return part?.t === 'text' && (part.s === '@' || part.s === '*') ? part.s : null;
};

function base(ex: Expander, param: Param): Value {
  const { shell } = ex;
  if (param.name === '@' || param.name === '*') return { list: shell.positional, each: param.name === '@' };
  const all = isAll(param.index);
  if (param.name === 'PIPESTATUS') {
    const list = shell.pipeStatus.map(String);
    return all ? { list, each: all === '@' } : list[Number(param.index ? ex.arith(ex.string(param.index)) : 0)];
  }
  if (param.index && (param.name === 'FUNCNAME' || param.name === 'BASH_SOURCE' || param.name === 'BASH_LINENO')) {
    const list = callList(shell, param.name);
    return all ? { list, each: all === '@' } : list[Number(ex.arith(ex.string(param.index)))];
  }
  if (param.name === 'GROUPS') return '1000';
  if (!param.index) return lookup(shell, param.name);
  if (all) return { list: shell.vars.values(param.name), each: all === '@' };
  const variable = shell.vars.find(param.name);
  const key = ex.key(param.name, ex.string(param.index, 'none'));
  if (!variable || variable.unset) return undefined;
  return variable.list ? variable.list.get(key) : key === '0' ? variable.value : undefined;
}

/** The running functions, innermost first, and the script below them. */
function callList(shell: Shell, what: string): string[] {
  const calls = [...shell.calls].reverse();
  if (what === 'FUNCNAME') return calls.length === 0 ? [] : [...calls.map((c) => c.name), ...(shell.scriptName === undefined ? [] : ['main'])];
  if (what === 'BASH_LINENO') return [...calls.map((c) => String(c.line)), ...(shell.scriptName === undefined ? [] : ['0'])];
  return [...calls.map((c) => c.source ?? 'main'), ...(shell.scriptName === undefined ? [] : [shell.scriptName])];
}

export function expandParam(ex: Expander, param: Param, out: Fields, quoted: boolean, joined: boolean): void {
  const value = special(ex, param);
  if (value.t === 'word') ex.into(value.word, out, quoted, !quoted, false, joined);
  else emit(ex, value.v, out, quoted, joined);
}

function emit(ex: Expander, value: Value, out: Fields, quoted: boolean, joined: boolean): void {
  if (value === undefined) return;
  if (typeof value === 'string') {
    ex.value(value, out, quoted);
    return;
  }
  const ifs = ex.shell.vars.get('IFS');
  const joiner = ifs === undefined ? ' ' : (ifs[0] ?? '');
  if (joined || (quoted && !value.each)) {
    ex.value(value.list.join(value.each ? ' ' : joiner), out, true);
    return;
  }
  value.list.forEach((item, i) => {
    if (i > 0) out.end();
    ex.value(item, out, quoted);
  });
}

type Result = { t: 'value'; v: Value } | { t: 'word'; word: Word };
const val = (v: Value): Result => ({ t: 'value', v });

function special(ex: Expander, param: Param): Result {
  const { shell } = ex;
  if (param.form === 'keys') {
    const list = shell.vars.keys(param.name);
    return val({ list, each: isAll(param.index) === '@' });
  }
  if (param.form === 'prefix') return val({ list: shell.vars.names().filter((n) => n.startsWith(param.name)), each: param.op === '@' });
  let value = base(ex, param);
  // Of a reference it is the name that it stands for.
  const reference = param.form === 'indirect' && !param.index ? shell.vars.raw(param.name) : undefined;
  if (reference?.ref) value = reference.value;
  else if (param.form === 'indirect') {
    if (typeof value !== 'string' || value === '') throw new ExpansionError(`${param.name}: invalid indirect expansion`, false);
    const target = /^([A-Za-z_]\w*)\[(.*)\]$/.exec(value);
    value = target ? base(ex, { t: 'param', name: target[1]!, index: [{ t: 'text', s: target[2]! }] }) : base(ex, { t: 'param', name: value });
  }
  const { op } = param;
  const missing = value === undefined || (typeof value === 'object' && value.list.length === 0);
  if (op !== undefined && /^:?[-=+?]$/.test(op)) return defaults(ex, param, op, value, missing);
  if (missing && shell.has('nounset') && typeof value !== 'object' && !(param.name === '!' )) throw new ExpansionError(`${describe(param)}: unbound variable`);
  if (param.form === 'length') {
    if (typeof value === 'object') return val(String(value.list.length));
    return val(String([...(value ?? '')].length));
  }
  if (op === undefined) return val(value);
  if (op === ':') return val(slice(ex, param, value));
  const whole = op === '@' ? wholeArray(ex, param, value) : undefined;
  if (whole !== undefined) return val(whole);
  const change = operator(ex, param, op);
  if (value === undefined) return val(op === '@' ? (shell.vars.find(param.name)?.list ? change('') : '') : value);
  return val(typeof value === 'string' ? change(value) : { list: value.list.map(change), each: value.each });
}

function describe(param: Param): string {
  const index = param.index?.map((p) => (p.t === 'text' || p.t === 'quoted' ? p.s : '')).join('');
  return index === undefined ? param.name : `${param.name}[${index}]`;
}

function defaults(ex: Expander, param: Param, op: string, value: Value, missing: boolean): Result {
  const { shell } = ex;
  const empty = op.startsWith(':') && (value === '' || (typeof value === 'object' && value.list.join('') === '' && value.list.length <= 1));
  const absent = missing || empty;
  const word = param.arg ?? [];
  switch (op[op.length - 1]) {
    case '-': return absent ? { t: 'word', word } : val(value);
    case '+': return absent ? val(undefined) : { t: 'word', word };
    case '=': {
      if (!absent) return val(value);
      const text = ex.string(word);
      if (param.index) shell.vars.setElement(param.name, ex.key(param.name, ex.string(param.index)), text);
      else shell.vars.set(param.name, text);
      return val(text);
    }
    default: {
      if (!absent) return val(value);
      const text = ex.string(word);
      throw new ExpansionError(`${param.name}: ${text === '' ? (op === '?' ? 'parameter not set' : 'parameter null or not set') : text}`, true, 1);
    }
  }
}

function slice(ex: Expander, param: Param, value: Value): Value {
  const from = Number(ex.arith(ex.string(param.arg ?? [], 'none')));
  const count = param.arg2 === undefined ? undefined : Number(ex.arith(ex.string(param.arg2, 'none')));
  if (typeof value === 'object') {
    // $@ counts from $0.
    const all = param.name === '@' || param.name === '*' ? [ex.shell.name, ...value.list] : value.list;
    const start = from < 0 ? all.length + from : from;
    if (start < 0) return { list: [], each: value.each };
    if (count !== undefined && count < 0) throw new ExpansionError(`${count}: substring expression < 0`, false);
    return { list: all.slice(start, count === undefined ? undefined : start + count), each: value.each };
  }
  const chars = [...(value ?? '')];
  const start = from < 0 ? chars.length + from : from;
  if (start < 0) return '';
  const end = count === undefined ? chars.length : count < 0 ? chars.length + count : start + count;
  if (count !== undefined && end < start && count < 0) throw new ExpansionError(`${count}: substring expression < 0`, false);
  return chars.slice(start, end).join('');
}

function operator(ex: Expander, param: Param, op: string): (s: string) => string {
  const pattern = param.arg ? ex.pattern(param.arg) : '';
  switch (op) {
    case '#': return (s) => s.replace(compilePattern(pattern, { anchor: 'prefix', lazy: true }), '');
    case '##': return (s) => s.replace(compilePattern(pattern, { anchor: 'prefix' }), '');
    case '%':
    case '%%': return (s) => removeSuffix(s, pattern, op === '%%');
    case '/':
    case '//':
    case '/#':
    case '/%': {
      const replacement = replacementOf(ex, param);
      const anchor = op === '/#' ? 'prefix' : op === '/%' ? 'suffix' : 'find';
      if (pattern === '' && op !== '/#' && op !== '/%') return (s) => s;
      const regex = compilePattern(pattern, { anchor });
      const used = op === '//' ? new RegExp(regex.source, `${regex.flags}g`) : regex;
      return (s) => s.replace(used, (match) => (match === '' && op === '//' ? '' : replacement.map((piece) => piece ?? match).join('')));
    }
    case '^':
    case '^^':
    case ',':
    case ',,':
    case '~':
    case '~~': {
      const change = (c: string): string => (op[0] === '^' || (op[0] === '~' && c === c.toLowerCase()) ? upperCase(c) : c.toLowerCase());
      const fits = pattern === '' ? () => true : (c: string) => compilePattern(pattern).test(c);
      if (op.length === 2) return (s) => [...s].map((c) => (fits(c) ? change(c) : c)).join('');
      return (s) => {
        const first = [...s][0];
        return first !== undefined && fits(first) ? change(first) + s.slice(first.length) : s;
      };
    }
    case '@': return transform(ex, param, pattern);
    default: throw new ExpansionError(`\${${param.name}${op}}: bad substitution`);
  }
}

/** What `${x/pattern/text}` puts in; null stands for the match, as an unquoted `&` does. */
function replacementOf(ex: Expander, param: Param): (string | null)[] {
  const word = param.arg2 ?? [];
  if (!ex.shell.shopt.has('patsub_replacement')) return [ex.string(word)];
  return word.flatMap((part, i): (string | null)[] => {
    const text = ex.string([part], i === 0 ? 'word' : 'none');
    if (part.t === 'double' || part.t === 'quoted') return [text];
    return (text.match(/\\[&\\]|&|[^&\\]+|\\/g) ?? []).map((piece) => (piece === '&' ? null : piece.length === 2 && piece[0] === '\\' ? piece[1]! : piece));
  });
}

function flagsOf(v: Variable | undefined): string {
  return v ? `${v.list ? (v.assoc ? 'A' : 'a') : ''}${v.integer ? 'i' : ''}${v.letters === 'l' ? 'l' : ''}${v.readonly ? 'r' : ''}${v.letters === 'u' ? 'u' : ''}${v.exported ? 'x' : ''}` : '';
}

/** Transformations that speak of an array as a whole. */
function wholeArray(ex: Expander, param: Param, value: Value): Value {
  const letter = param.arg ? ex.pattern(param.arg) : '';
  const variable = ex.shell.vars.find(param.name);
  if (typeof value !== 'object' || !variable?.list || !/^[AKk]$/.test(letter)) return undefined;
  const quote = (s: string): string => `"${s.replace(/["\\$`]/g, '\\$&')}"`;
  const pairs = ex.shell.vars.keys(param.name).map((k): [string, string] => [k, variable.list!.get(k)!]);
  if (letter === 'A') return `declare -${flagsOf(variable)} ${param.name}=(${pairs.map(([k, s]) => `[${k}]=${quote(s)}`).join(' ')}${variable.assoc ? ' ' : ''})`;
  if (letter === 'K') return pairs.map(([k, s]) => `${k} ${quote(s)}`).join(' ');
  return { list: pairs.flat(), each: value.each };
}

function removeSuffix(s: string, pattern: string, longest: boolean): string {
  const regex = compilePattern(pattern);
  const starts = Array.from({ length: s.length + 1 }, (_, i) => (longest ? i : s.length - i));
  for (const i of starts) {
    // Not in the middle of a character that is a pair here.
    if (i > 0 && /[\udc00-\udfff]/.test(s.charAt(i)) && /[\ud800-\udbff]/.test(s.charAt(i - 1))) continue;
    if (regex.test(s.slice(i))) return s.slice(0, i);
  }
  return s;
}

function transform(ex: Expander, param: Param, letter: string): (s: string) => string {
  const { shell } = ex;
  const variable = shell.vars.find(param.name);
  switch (letter) {
    case 'E': return (s) => ansiEscapes(s, 'ansi').text;
    case 'a': return () => flagsOf(variable);
    case 'A': return (s) => `${variable && flagsOf(variable) !== '' ? `declare -${flagsOf(variable)} ` : ''}${param.name}=${quoteForShell(s, true)}`;
    case 'K':
    case 'k': return (s) => quoteForShell(s, true);
    case 'Q': return (s) => quoteForShell(s, true);
    case 'U': return upperCase;
    case 'u': return (s) => upperCase(s.charAt(0)) + s.slice(1);
    case 'L': return (s) => s.toLowerCase();
    default: throw new ExpansionError(`@${letter}: bad substitution`);
  }
}
