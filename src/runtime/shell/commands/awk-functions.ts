/** awk's builtin functions. */
import { upperCase } from '../text.ts';
import { AwkError, type Expr } from './awk-ast.ts';
import type { Machine } from './awk-machine.ts';
import { Input, toNumber, truth, type Value } from './awk-values.ts';
import { formatAwk } from './awk-format.ts';
import { formatTime } from './time.ts';
import { UTC, zoneOf } from './zone.ts';

export function callBuiltin(m: Machine, name: string, args: Expr[]): Value {
  const number = (i: number): number => toNumber(args[i] ? m.value(args[i]!) : undefined);
  const text = (i: number): string => m.text(args[i] ? m.value(args[i]!) : undefined);
  switch (name) {
    case 'length': {
      const arg = args[0];
      if (!arg) return [...m.text(m.field(0))].length;
      if (arg.t === 'var') {
        try {
          return [...m.text(m.get(arg.name))].length;
        } catch (e) {
          if (!(e instanceof AwkError)) throw e;
          return m.array(arg.name).size;
        }
      }
      return [...text(0)].length;
    }
    case 'substr': {
      const chars = [...text(0)];
      // Positions are rounded, and what lies before the text counts.
      const start = Math.round(number(1));
      const end = args[2] === undefined ? Infinity : start + Math.round(number(2));
      return chars.slice(Math.max(0, start - 1), Math.max(0, end - 1)).join('');
    }
    case 'index': {
      const whole = text(0);
      const at = whole.indexOf(text(1));
      return at < 0 ? 0 : [...whole.slice(0, at)].length + 1;
    }
    case 'split': {
      const source = text(0);
      const array = m.array((args[1] as { name: string }).name);
      const parts = m.splitText(source, args[2] ? m.pattern(args[2]) : m.text(m.get('FS')));
      array.clear();
      parts.forEach((p, i) => array.set(String(i + 1), new Input(p)));
      return parts.length;
    }
    case 'sub':
    case 'gsub': return substitute(m, args, name === 'gsub');
    case 'match': {
      const source = text(0);
      const found = m.regex(m.pattern(args[1]!)).exec(source);
      m.set('RSTART', found ? found.index + 1 : 0);
      m.set('RLENGTH', found ? found[0].length : -1);
      if (args[2]) {
        const array = m.array((args[2] as { name: string }).name);
        array.clear();
        found?.forEach((g, i) => array.set(String(i), new Input(g ?? '')));
      }
      return found ? found.index + 1 : 0;
    }
    case 'sprintf': {
      const [format, ...values] = args.map((a) => m.value(a));
      return formatAwk(m.text(format), values, m);
    }
    case 'toupper': return upperCase(text(0));
    case 'tolower': return text(0).toLowerCase();
    case 'int': return Math.trunc(number(0));
    case 'sqrt': return Math.sqrt(number(0));
    case 'exp': return Math.exp(number(0));
    case 'log': return Math.log(number(0));
    case 'sin': return Math.sin(number(0));
    case 'cos': return Math.cos(number(0));
    case 'atan2': return Math.atan2(number(0), number(1));
    case 'rand': {
      m.seed = (Math.imul(m.seed, 1664525) + 1013904223) | 0;
      return (m.seed >>> 0) / 4294967296;
    }
    case 'srand': {
      // The seed that was given last, not what the generator has made of it since.
      const old = m.givenSeed;
      m.seed = m.givenSeed = args[0] ? number(0) : Math.floor(Date.now() / 1000);
      return old;
    }
    case 'systime': return Math.floor(Date.now() / 1000);
    case 'strftime': return formatTime(args[0] ? text(0) : '%a %b %e %H:%M:%S %Z %Y', (args[1] ? number(1) : Date.now() / 1000) * 1000, truth(args[2] ? m.value(args[2]) : 0) ? UTC : zoneOf(m.ctx.env['TZ']));
    case 'system':
      m.files.flush();
      return m.ctx.launch(['sh', '-c', text(0)]);
    case 'close': return m.files.close(text(0));
    case 'fflush':
      m.files.flush();
      return 0;
    case 'and': return number(0) & number(1);
    case 'or': return number(0) | number(1);
    case 'xor': return number(0) ^ number(1);
    default: throw new AwkError(`calling undefined function ${name}`);
  }
}

function substitute(m: Machine, args: Expr[], all: boolean): number {
  const regex = m.regex(m.pattern(args[0]!));
  const replacement = m.text(m.value(args[1]!));
  const target: Expr = args[2] ?? { t: 'field', of: { t: 'number', v: 0 } };
  const source = m.text(m.value(target));
  let count = 0;
  let last = 0;
  let previousEnd = -1;
  let out = '';
  for (const match of source.matchAll(regex)) {
    if (match[0] === '' && match.index === previousEnd) continue;
    previousEnd = match.index + match[0].length;
    out += source.slice(last, match.index) + replacement.replace(/\\\\&|\\&|&|\\\\/g, (c) => (c === '&' ? match[0] : c === '\\&' ? '&' : c === '\\\\&' ? `\\${match[0]}` : '\\'));
    last = previousEnd;
    count++;
    if (!all) break;
  }
  if (count > 0) m.store(target, out + source.slice(last));
  return count;
}

export function getline(m: Machine, e: Expr & { t: 'getline' }): Value {
  let line: string | null;
  if (e.kind === 'main') line = m.nextRecord();
  else {
    const name = m.text(m.value(e.from!));
    const reader = e.kind === 'file' ? m.files.reader(name) : m.files.command(name);
    if (!reader) return -1;
    line = reader.record(m.text(m.get('RS')));
    if (line !== null && e.kind === 'command') m.set('NR', toNumber(m.get('NR')) + 1);
  }
  if (line === null) return 0;
  if (e.target) m.store(e.target, new Input(line));
  else m.setRecord(line);
  return 1;
}
