/** `!!`, `!$`, `!n`, `!-n`, `!text`, `!?text?`, word designators and modifiers, and `^old^new^`, as bash reads them before a line is run. */

/** A designator that leads nowhere; the message is bash's. */
export class HistoryError extends Error {
  readonly code = 'EHISTORY';
}

export interface Expanded { text: string; /** Something was replaced, so the line is shown. */ changed: boolean; /** `:p`: shown and not run. */ printOnly: boolean }

/** @throws HistoryError */
export function expandHistory(line: string, history: readonly string[]): Expanded {
  const quick = /^\^([^^\n]*)\^([^^\n]*)\^?/.exec(line);
  if (quick) {
    const last = history[history.length - 1];
    if (last === undefined) throw new HistoryError(':s' + quick[0] + ': no previous substitution');
    if (!last.includes(quick[1]!)) throw new HistoryError(`:s${quick[0]}: substitution failed`);
    return { text: last.replace(quick[1]!, () => quick[2]!) + line.slice(quick[0].length), changed: true, printOnly: false };
  }
  let out = '';
  let changed = false;
  let printOnly = false;
  let double = false;
  for (let i = 0; i < line.length;) {
    const c = line[i]!;
    if (c === '\\') {
      out += line.slice(i, i + 2);
      i += 2;
    } else if (c === "'" && !double) {
      const end = line.indexOf("'", i + 1);
      const stop = end < 0 ? line.length : end + 1;
      out += line.slice(i, stop);
      i = stop;
    } else if (c === '!' && isStart(line, i, double)) {
      const event = readEvent(line, i, history, out);
      out += event.text;
      i = event.end;
      changed = true;
      printOnly ||= event.printOnly;
    } else {
      if (c === '"') double = !double;
      out += c;
      i++;
    }
  }
  return { text: out, changed, printOnly };
}

function isStart(line: string, i: number, double: boolean): boolean {
  const next = line[i + 1];
  if (next === undefined || /[\s=(]/.test(next) || (double && next === '"')) return false;
  // `$!` and `${!name}` are parameters, `[!a]` is a pattern.
  const before = line[i - 1];
  return before !== '$' && !(before === '{' && line[i - 2] === '$') && before !== '[';
}

function readEvent(line: string, from: number, history: readonly string[], before: string): { text: string; end: number; printOnly: boolean } {
  const rest = line.slice(from + 1);
  const at = (index: number, shown: string): string => history[index] ?? missing(shown);
  let event: string;
  let length: number;
  let m: RegExpExecArray | null;
  if (rest[0] === '!') [event, length] = [at(history.length - 1, '!!'), 1];
  else if (rest[0] === '#') [event, length] = [before, 1];
  else if ((m = /^-(\d+)/.exec(rest))) [event, length] = [at(history.length - Number(m[1]), `!${m[0]}`), m[0].length];
  else if ((m = /^\d+/.exec(rest))) [event, length] = [at(Number(m[0]) - 1, `!${m[0]}`), m[0].length];
  else if (/^[$^*:]/.test(rest)) [event, length] = [at(history.length - 1, `!${rest[0]}`), 0];
  else if ((m = /^\?([^?\n]+)\??/.exec(rest))) [event, length] = [history.findLast((h) => h.includes(m![1]!)) ?? missing(`!${m[0]}`), m[0].length];
  else {
    m = /^[^\s:$^*"';&|<>()]+/.exec(rest);
    const text = m?.[0] ?? '';
    [event, length] = [history.findLast((h) => h.startsWith(text)) ?? missing(`!${text}`), text.length];
  }
  return modified(event, line, from + 1 + length);
}

function missing(shown: string): never {
  throw new HistoryError(`${shown}: event not found`);
}

/** Words as the history counts them: quotes hold together, operators stand for themselves. */
function wordsOf(text: string): string[] {
  return text.match(/(?:[^\s"'\\;&|<>()]|\\.|"(?:[^"\\]|\\.)*"?|'[^']*'?)+|[;&|<>]+|[()]/g) ?? [];
}

function modified(event: string, line: string, from: number): { text: string; end: number; printOnly: boolean } {
  let text = event;
  let end = from;
  const designator = /^(?::?([\^$*])|:(\d+)(?:-(\d+|\$)?|(\*))?|:-(\d+))/.exec(line.slice(end));
  if (designator) {
    const words = wordsOf(event);
    const last = words.length - 1;
    const [whole, symbol, first, to, star, upTo] = designator;
    let range: [number, number];
    if (symbol) range = symbol === '^' ? [1, 1] : symbol === '$' ? [last, last] : [1, last];
    else if (upTo !== undefined) range = [0, Number(upTo)];
    else range = [Number(first), star || to === '$' ? last : to !== undefined ? Number(to) : /-$/.test(whole) ? last - 1 : Number(first)];
    if (range[0] > last + (symbol === '*' ? 1 : 0) || range[1] > last) throw new HistoryError(`${whole}: bad word specifier`);
    text = words.slice(range[0], range[1] + 1).join(' ');
    end += whole.length;
  }
  let printOnly = false;
  for (;;) {
    const m = /^:(?:(g?)s(.)((?:(?!\2)[^\\]|\\.)*)\2((?:(?!\2)[^\\\n]|\\.)*)(?:\2|$)|([htrepqx]))/.exec(line.slice(end));
    if (!m) break;
    end += m[0].length;
    if (m[5] === 'p') printOnly = true;
    else if (m[5] === 'h') text = text.replace(/\/[^/]*$/, '');
    else if (m[5] === 't') text = text.replace(/^.*\//s, '');
    else if (m[5] === 'r') text = text.replace(/\.[^./]*$/, '');
    else if (m[5] === 'e') text = /\.[^./]*$/.exec(text)?.[0] ?? '';
    else if (m[5] === 'q') text = `'${text.replaceAll("'", "'\\''")}'`;
    else if (m[5] === 'x') text = text.split(/\s+/).map((w) => `'${w.replaceAll("'", "'\\''")}'`).join(' ');
    else {
      if (!text.includes(m[3]!)) throw new HistoryError(`${m[0]}: substitution failed`);
      text = m[1] === 'g' ? text.replaceAll(m[3]!, () => m[4]!) : text.replace(m[3]!, () => m[4]!);
    }
  }
  return { text, end, printOnly };
}
