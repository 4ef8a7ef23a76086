/** The grammar: lists, pipelines and simple commands. Compound commands are in compound.ts. */
import type { AndOr, Command, Pipeline, Redirect, Script, Simple, Word } from './ast.ts';
import { plainText } from './ast.ts';
import { readCompound, RESERVED_ENDS } from './compound.ts';
import { Lexer, setNestedReader, type Token } from './lexer.ts';
import { ShellSyntaxError, Source } from './source.ts';
import { readAssignment } from './assignment.ts';

export interface ParseOptions {
  firstLine?: number;
  aliases?: ReadonlyMap<string, string>;
  extglob?: boolean;
  /** Takes the end of the text as the end of an open here-document (scripts); without it that is incomplete input. */
  unterminated?: (delimiter: string, line: number) => void;
}

const DECLARERS = new Set(['declare', 'typeset', 'local', 'export', 'readonly']);

export class Parser {
  readonly src: Source;
  readonly lex: Lexer;
  readonly options: ParseOptions;
  /** Where an alias's text ends: the same name is not expanded again inside it. */
  private readonly aliasEnds = new Map<string, number>();

  constructor(text: string, options: ParseOptions = {}) {
    this.options = options;
    this.src = new Source(text, options.firstLine ?? 1);
    this.src.extglob = options.extglob ?? false;
    this.lex = this.attach(this.src);
  }

  private attach(src: Source): Lexer {
    const lex = new Lexer(src);
    lex.unterminated = this.options.unterminated ?? null;
    src.parseText = (text, line) => parseScript(text, { ...this.options, firstLine: line });
    src.nested = () => {
      const inner = new Parser('', this.options);
      return inner.readNested(src);
    };
    return lex;
  }

  /** Reads a list in `src` up to its closing parenthesis, with a lexer of its own: the caller is in the middle of a token. */
  private readNested(src: Source): Script {
    const parser = Object.create(this, { src: { value: src } }) as Parser;
    const lex = new Lexer(src);
    lex.unterminated = this.options.unterminated ?? null;
    Object.defineProperty(parser, 'lex', { value: lex });
    const from = src.pos;
    const script = parser.list([')']);
    if (!lex.isOp(')')) throw lex.peek().t === 'eof' ? src.unmatched(')', from) : parser.unexpected();
    lex.next();
    return script;
  }

  /** The next complete command (up to a newline at top level), or null at the end of the text. */
  nextCommand(): Script | null {
    for (;;) {
      while (this.lex.isOp('\n')) this.lex.next();
      if (this.lex.peek().t === 'eof') return null;
      const script: Script = { items: [] };
      for (;;) {
        script.items.push(this.andOr());
        const token = this.lex.peek();
        if (token.t === 'eof') {
          this.lex.finish();
          return script;
        }
        if (token.t !== 'op' || (token.v !== '\n' && token.v !== ';' && token.v !== '&')) throw this.unexpected();
        if (token.v === '\n') {
          this.lex.next();
          return script;
        }
        this.separator(script);
        if (this.lex.peek().t === 'eof' || this.lex.isOp('\n')) {
          if (this.lex.isOp('\n')) this.lex.next();
          this.lex.finish();
          return script;
        }
      }
    }
  }

  private separator(script: Script): void {
    const token = this.lex.next();
    if (token.t === 'op' && token.v === '&') script.items[script.items.length - 1]!.background = true;
  }

  /** Nothing but blank lines and comments is left. */
  get finished(): boolean {
    while (this.lex.isOp('\n')) this.lex.next();
    return this.lex.peek().t === 'eof';
  }

  /** A list up to one of the reserved words or operators in `ends` (not taken). */
  list(ends: readonly string[]): Script {
    const script: Script = { items: [] };
    for (;;) {
      while (this.lex.isOp('\n')) this.lex.next();
      const token = this.lex.peek();
      if (token.t === 'eof' || this.atEnd(token, ends)) return script;
      script.items.push(this.andOr());
      const after = this.lex.peek();
      if (after.t === 'op' && (after.v === ';' || after.v === '&' || after.v === '\n')) this.separator(script);
      else if (after.t === 'eof' || this.atEnd(after, ends)) return script;
      else throw this.unexpected();
    }
  }

  /** A list that must have a command and be followed by one of `ends`. */
  body(ends: readonly string[]): Script {
    const script = this.list(ends);
    if (script.items.length === 0 || this.lex.peek().t === 'eof') throw this.unexpected();
    return script;
  }

  private atEnd(token: Token, ends: readonly string[]): boolean {
    return (token.t === 'op' && ends.includes(token.v)) || (token.t === 'word' && token.text !== null && ends.includes(token.text));
  }

  private andOr(): AndOr {
    const start = this.lex.peek().start;
    const first = this.pipeline();
    const rest: AndOr['rest'] = [];
    while (this.lex.isOp('&&') || this.lex.isOp('||')) {
      const op = (this.lex.next() as { v: '&&' | '||' }).v;
      while (this.lex.isOp('\n')) this.lex.next();
      rest.push({ op, pipeline: this.pipeline() });
    }
    return { first, rest, background: false, source: this.src.text.slice(start, this.lex.peek().start).trim() };
  }

  private pipeline(): Pipeline {
    const out: Pipeline = { negate: false, timed: false, stages: [] };
    for (;;) {
      if (this.lex.isWord('!')) out.negate = !out.negate;
      else if (this.lex.isWord('time')) out.timed = true;
      else break;
      this.lex.next();
      if (this.lex.isWord('-p') && out.timed) {
        out.timed = 'posix';
        this.lex.next();
      }
    }
    if ((out.timed || out.negate) && (this.lex.isOp('\n') || this.lex.isOp(';') || this.lex.peek().t === 'eof')) {
      out.stages.push({ t: 'simple', line: this.src.line(), redirects: [], assigns: [], words: [] });
      return out;
    }
    for (;;) {
      const start = this.lex.peek().start;
      const command = this.command();
      out.stages.push(command);
      (out.sources ??= []).push(this.src.text.slice(start, this.lex.peek().start).trim());
      if (this.lex.isOp('|&')) command.redirects.push({ op: '>&', fd: 2, target: [{ t: 'text', s: '1' }] });
      else if (!this.lex.isOp('|')) return out;
      this.lex.next();
      while (this.lex.isOp('\n')) this.lex.next();
    }
  }

  command(): Command {
    this.expandAlias();
    const token = this.lex.peek();
    if (token.t === 'op' && token.v !== '(') throw this.unexpected();
    if (token.t === 'eof') throw this.unexpected();
    if (token.t === 'word' && token.text !== null && RESERVED_ENDS.has(token.text)) throw this.unexpected();
    const compound = readCompound(this);
    if (compound) {
      while (this.lex.peek().t === 'redirect') compound.redirects.push(this.redirect());
      return compound;
    }
    return this.simple();
  }

  /** Where an alias that ends with a blank ended; -1 for none. */
  private blankEnd = -1;

  private expandAlias(): void {
    const { aliases } = this.options;
    if (!aliases || aliases.size === 0) return;
    for (;;) {
      const token = this.lex.peek();
      if (token.t !== 'word' || token.text === null) return;
      const value = aliases.get(token.text);
      if (value === undefined || token.start < (this.aliasEnds.get(token.text) ?? -1)) return;
      // A blank at its end: the next word may be an alias too.
      this.blankEnd = /[ \t]$/.test(value) ? token.start + value.length : -1;
      const { src } = this;
      src.text = src.text.slice(0, token.start) + value + src.text.slice(token.end);
      for (const [name, end] of this.aliasEnds) if (end > token.start) this.aliasEnds.set(name, end + value.length - (token.end - token.start));
      this.aliasEnds.set(token.text, token.start + value.length);
      this.lex.rewind(token.start);
    }
  }

  private simple(): Command {
    const command: Simple = { t: 'simple', line: this.src.line(this.lex.peek().start), redirects: [], assigns: [], words: [] };
    let declares = false;
    for (;;) {
      const token = this.lex.peek();
      if (token.t === 'redirect') command.redirects.push(this.redirect());
      else if (token.t === 'word' && this.blankEnd >= 0 && token.start >= this.blankEnd && command.words.length > 0) {
        this.blankEnd = -1;
        this.expandAlias();
      } else if (token.t === 'word') {
        const assignment = command.words.length === 0 || declares ? readAssignment(this, token) : null;
        if (assignment && command.words.length === 0) command.assigns.push(assignment);
        else if (assignment) {
          (command.declared ??= {})[command.words.length] = assignment;
          command.words.push([]);
        } else {
          this.lex.next();
          command.words.push(token.word);
          if (command.words.length === 1 || (declares === false && command.words.every((w) => ['builtin', 'command'].includes(plainText(w) ?? '') || DECLARERS.has(plainText(w) ?? ''))))
            declares = DECLARERS.has(token.text ?? '');
        }
      } else if (token.t === 'op' && token.v === '(' && command.words.length === 1 && command.assigns.length === 0 && command.redirects.length === 0) {
        return this.functionDefinition(command);
      } else break;
    }
    if (command.words.length + command.assigns.length + command.redirects.length === 0) throw this.unexpected();
    return command;
  }

  private functionDefinition(head: Simple): Command {
    const name = plainText(head.words[0]!);
    if (name === null) throw this.unexpected();
    this.lex.next();
    if (!this.lex.isOp(')')) throw this.unexpected();
    this.lex.next();
    return this.functionBody(name, head.line);
  }

  /** After `name ()` or `function name`. */
  functionBody(name: string, line: number): Command {
    while (this.lex.isOp('\n')) this.lex.next();
    const start = this.lex.peek().start;
    const body = this.command();
    return { t: 'function', name, body, line, redirects: [], source: this.src.text.slice(start, this.lex.peek().start).trim() };
  }

  redirect(): Redirect {
    const token = this.lex.next() as Token & { t: 'redirect' };
    const target = this.lex.next();
    if (target.t !== 'word') throw this.unexpected(target);
    const redirect: Redirect = { op: token.op === '<<-' ? '<<' : token.op, fd: token.fd, target: target.word, ...(token.variable === undefined ? {} : { variable: token.variable }) };
    if (token.op === '<<' || token.op === '<<-') this.lex.hereDocument(redirect, token.op === '<<-');
    return redirect;
  }

  /** One word that has to be there. */
  word(): Word {
    const token = this.lex.next();
    if (token.t !== 'word') throw this.unexpected(token);
    return token.word;
  }

  expectWord(text: string): void {
    if (!this.lex.isWord(text)) throw this.unexpected();
    this.lex.next();
  }

  unexpected(token: Token = this.lex.peek()): ShellSyntaxError {
    if (token.t === 'eof') return new ShellSyntaxError('syntax error: unexpected end of file', this.src.line(token.start) + (this.src.text.endsWith('\n') ? 0 : 1), true);
    const shown = token.t === 'op' && token.v === '\n' ? 'newline' : this.src.text.slice(token.start, token.end);
    return new ShellSyntaxError(`syntax error near unexpected token \`${shown}'`, this.src.line(token.start), false, this.src.lineText(token.start));
  }
}

setNestedReader((rest, outer) => {
  rest.parseText = outer.parseText;
  const host = new Parser('');
  host.src.text = rest.text;
  const script = host.src.nested();
  rest.pos = host.src.pos;
  return script;
});

/** A whole text at once. */
export function parseScript(text: string, options: ParseOptions = {}): Script {
  const parser = new Parser(text, options);
  const all: Script = { items: [] };
  for (let part = parser.nextCommand(); part; part = parser.nextCommand()) all.items.push(...part.items);
  return all;
}
