/** Parses sed scripts. */
import { longest } from '../longest.ts';
import { CONTROLS, RegexError, toJsRegex, withControls } from '../regex.ts';

export type Address = { t: 'line'; n: number } | { t: 'last' } | { t: 'regex'; regex: RegExp | null } | { t: 'step'; first: number; step: number } | { t: 'plus'; n: number } | { t: 'multiple'; n: number };

export interface SedCommand {
  name: string;
  from?: Address;
  to?: Address;
  negate: boolean;
  /** Text of a, i, c; label; file name. */
  text: string;
  /** Position after the matching `}` for `{`. */
  jump: number;
  regex?: RegExp | null;
  replacement?: (string | { group: number } | { change: string })[];
  global?: boolean;
  print?: boolean;
  nth?: number;
  file?: string;
  map?: Map<string, string>;
  /** Range state: line where it ends, or null outside. */
  active?: boolean;
  end?: number;
}

export class SedError extends Error {
  readonly code = 'ESED';
}

/** `place`: which -e expression, for messages. */
export function parseSed(text: string, extended: boolean): SedCommand[] {
  return new Parser(text, extended).all();
}

class Parser {
  private at = 0;
  private readonly out: SedCommand[] = [];
  private readonly text: string;
  private readonly extended: boolean;
  constructor(text: string, extended: boolean) {
    this.text = text;
    this.extended = extended;
  }

  private fail(message: string): never {
    throw new SedError(`-e expression #1, char ${Math.min(this.at, this.text.length)}: ${message}`);
  }

  private peek(): string {
    return this.text[this.at] ?? '';
  }

  private blanks(set = /[ \t]/): void {
    while (this.at < this.text.length && set.test(this.peek())) this.at++;
  }

  all(): SedCommand[] {
    const open: number[] = [];
    for (;;) {
      this.blanks(/[\s;]/);
      if (this.at >= this.text.length) break;
      if (this.peek() === '#') {
        while (this.at < this.text.length && this.peek() !== '\n') this.at++;
        continue;
      }
      const command: SedCommand = { name: '', negate: false, text: '', jump: 0 };
      const from = this.address();
      if (from) {
        command.from = from;
        this.blanks();
        if (this.peek() === ',') {
          this.at++;
          this.blanks();
          const to = this.address(true);
          if (!to) this.fail("unexpected `,'");
          command.to = to;
        }
      }
      this.blanks();
      while (this.peek() === '!') {
        command.negate = true;
        this.at++;
        this.blanks();
      }
      command.name = this.peek();
      this.at++;
      if (command.name === '}') {
        const start = open.pop();
        if (start === undefined) this.fail("unexpected `}'");
        this.out[start]!.jump = this.out.length;
        this.end();
        continue;
      }
      if (command.name === '{') open.push(this.out.length);
      this.arguments(command);
      this.out.push(command);
    }
    if (open.length > 0) throw new SedError("-e expression #1, char 0: unmatched `{'");
    return this.out;
  }

  private address(second = false): Address | null {
    const c = this.peek();
    if (second && (c === '+' || c === '~')) {
      this.at++;
      const n = this.number();
      return c === '+' ? { t: 'plus', n } : { t: 'multiple', n };
    }
    if (/\d/.test(c)) {
      const n = this.number();
      if (this.peek() !== '~') return { t: 'line', n };
      this.at++;
      return { t: 'step', first: n, step: this.number() };
    }
    if (c === '$') {
      this.at++;
      return { t: 'last' };
    }
    if (c !== '/' && c !== '\\') return null;
    if (c === '\\') this.at++;
    const delimiter = this.peek();
    this.at++;
    const source = this.delimited(delimiter, true);
    let flags = '';
    while (/[IM]/.test(this.peek())) flags += this.text[this.at++] === 'I' ? 'i' : 'm';
    return { t: 'regex', regex: this.regex(source, flags) };
  }

  private number(): number {
    const digits = /^\d*/.exec(this.text.slice(this.at))![0];
    this.at += digits.length;
    return Number(digits || 0);
  }

  /** Text up to an unescaped delimiter (taken); an escaped delimiter stands for itself. */
  private delimited(delimiter: string, pattern: boolean): string {
    let out = '';
    let bracket = false;
    for (;;) {
      const c = this.peek();
      if (c === '' || (c === '\n' && pattern && delimiter !== '\n')) this.fail(pattern ? 'unterminated address regex' : "unterminated `s' command");
      this.at++;
      if (c === '\\') {
        const n = this.peek();
        this.at++;
        if (n === delimiter && delimiter !== '&') out += pattern && /[.*+?^${}()|[\]]/.test(n) ? `[${n}]` : n;
        else if (n === '\n') out += pattern ? '\\n' : '\\\n';
        else out += `\\${n}`;
        continue;
      }
      if (pattern && bracket && c === '[' && /[:.=]/.test(this.peek())) {
        // `[:alnum:]` and its like do not end the brackets around them.
        const close = this.text.indexOf(`${this.peek()}]`, this.at + 1);
        if (close > 0) {
          out += c + this.text.slice(this.at, close + 2);
          this.at = close + 2;
          continue;
        }
      }
      if (pattern && bracket && c === ']') bracket = false;
      else if (pattern && !bracket && c === '[') {
        bracket = true;
        out += c;
        if (this.peek() === '^') out += this.text[this.at++];
        if (this.peek() === ']') out += this.text[this.at++];
        continue;
      }
      if (c === delimiter && !bracket) return out;
      out += c;
    }
  }

  private regex(source: string, flags: string): RegExp | null {
    if (source === '') return null;
    try {
      return longest(toJsRegex(withControls(source, false), { extended: this.extended, flags: `${flags}g` }));
    } catch (e) {
      if (e instanceof RegexError) this.fail(e.message);
      throw e;
    }
  }

  private end(): void {
    this.blanks();
    const c = this.peek();
    if (c === '' || '\n;}#'.includes(c)) return;
    this.at++;
    this.fail('extra characters after command');
  }

  private untilNewline(): string {
    const end = this.text.indexOf('\n', this.at);
    const line = this.text.slice(this.at, end < 0 ? undefined : end);
    this.at = end < 0 ? this.text.length : end;
    return line;
  }

  private arguments(command: SedCommand): void {
    switch (command.name) {
      case '': return this.fail('missing command');
      case '{': return;
      case 's': return this.substitute(command);
      case 'y': {
        const delimiter = this.text[this.at++] ?? this.fail("unterminated `y' command");
        const unescape = (s: string): string[] => [...s.replace(/\\([\\n])/g, (_, c: string) => (c === 'n' ? '\n' : '\\'))];
        const from = unescape(this.delimited(delimiter, false));
        const to = unescape(this.delimited(delimiter, false));
        if (from.length !== to.length) this.fail("strings for `y' command are different lengths");
        command.map = new Map(from.map((c, i) => [c, to[i]!]));
        return this.end();
      }
      case 'a':
      case 'i':
      case 'c': return this.textArgument(command);
      case ':':
        this.blanks();
        command.text = /^[^\s;]*/.exec(this.text.slice(this.at))![0];
        this.at += command.text.length;
        if (command.text === '') this.fail('":" lacks a label');
        return;
      case 'b':
      case 't':
      case 'T': {
        this.blanks();
        command.text = /^[^\s;}]*/.exec(this.text.slice(this.at))![0];
        this.at += command.text.length;
        return this.end();
      }
      case 'r':
      case 'R':
      case 'w':
      case 'W':
        this.blanks();
        command.file = this.untilNewline();
        return;
      case 'q':
      case 'Q':
      case 'l':
      case 'L':
        this.blanks();
        command.text = /\d/.test(this.peek()) || command.name !== 'l' ? String(this.number()) : '';
        return this.end();
      default:
        if (!'dDgGhHnNpPxz=F'.includes(command.name)) {
          this.fail(`unknown command: \`${command.name}'`);
        }
        return this.end();
    }
  }

  /** `a\` newline text (continued by backslashes), or GNU's `a text`. */
  private textArgument(command: SedCommand): void {
    this.blanks();
    if (this.peek() === '\\') {
      this.at++;
      const start = this.at;
      this.blanks();
      if (this.peek() === '\n') this.at++;
      // Text on the same line keeps the blanks before it: that is what the backslash is for there.
      else this.at = start;
    }
    let out = '';
    for (;;) {
      const c = this.peek();
      if (c === '') break;
      this.at++;
      if (c === '\n') break;
      if (c === '\\') {
        const n = this.peek();
        this.at++;
        out += n === 't' ? '\t' : n;
      } else out += c;
    }
    if (out === '' && this.text.trim().length <= 1) this.fail(`expected \\ after \`a', \`c' or \`i'`);
    command.text = `${out}\n`;
  }

  private substitute(command: SedCommand): void {
    const delimiter = this.text[this.at++];
    if (delimiter === undefined || delimiter === '\n' || delimiter === '\\') this.fail("unterminated `s' command");
    let source: string;
    try {
      source = this.delimited(delimiter, true);
    } catch (e) {
      if (e instanceof SedError) this.fail("unterminated `s' command");
      throw e;
    }
    command.replacement = parseReplacement(this.delimited(delimiter, false));
    let flags = '';
    for (;;) {
      const c = this.peek();
      if (c === 'g') command.global = true;
      else if (c === 'p') command.print = true;
      else if (c === 'i' || c === 'I') flags += 'i';
      else if (c === 'm' || c === 'M') flags += 'm';
      else if (/\d/.test(c)) {
        command.nth = this.number();
        continue;
      } else if (c === 'w') {
        this.at++;
        this.blanks();
        command.file = this.untilNewline();
        break;
      } else if (c === 'e') this.fail("the `e' flag is not available");
      else break;
      this.at++;
    }
    command.regex = this.regex(source, flags);
    const groups = command.regex === null ? Infinity : new RegExp(`${command.regex.source}|`, command.regex.flags).exec('')!.length - 1;
    for (const part of command.replacement) if (typeof part !== 'string' && 'group' in part && part.group > groups) this.fail(`invalid reference \\${part.group} on \`s' command's RHS`);
    this.blanks();
    const c = this.peek();
    if (c !== '' && !'\n;}#'.includes(c)) this.fail("unknown option to `s'");
  }
}

function parseReplacement(text: string): NonNullable<SedCommand['replacement']> {
  const out: NonNullable<SedCommand['replacement']> = [];
  const literal = (s: string): void => {
    const last = out.length - 1;
    if (typeof out[last] === 'string') out[last] += s;
    else out.push(s);
  };
  for (let i = 0; i < text.length; i++) {
    const c = text[i]!;
    const coded = /^\\(?:x([0-9A-Fa-f]{1,2})|o([0-7]{1,3})|d([0-9]{3})|([afv]))/.exec(text.slice(i, i + 5));
    if (coded) {
      const [whole, hex, oct, dec, named] = coded;
      literal(named !== undefined ? CONTROLS[named]! : String.fromCharCode(hex !== undefined ? parseInt(hex, 16) : oct !== undefined ? parseInt(oct, 8) & 0xff : Number(dec) & 0xff));
      i += whole.length - 1;
    } else if (c === '&') out.push({ group: 0 });
    else if (c !== '\\') literal(c);
    else {
      const n = text[++i] ?? '\\';
      if (/\d/.test(n)) out.push({ group: Number(n) });
      else if ('ULElu'.includes(n)) out.push({ change: n });
      else literal(n === 'n' ? '\n' : n === 't' ? '\t' : n === 'r' ? '\r' : n);
    }
  }
  return out;
}
