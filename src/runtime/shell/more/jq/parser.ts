/** jq's grammar. */
import type { Definition, Node, Pattern } from './ast.ts';
import { tokenize } from './lexer.ts';
import { KEYWORDS, TokenReader } from './token-reader.ts';

/** Precedence of the operators between `,` and the terms; `//` and the assignments are apart. */
const BINARY: { [op: string]: number } = { or: 3, and: 4, '==': 5, '!=': 5, '<': 5, '<=': 5, '>': 5, '>=': 5, '+': 6, '-': 6, '*': 7, '/': 7, '%': 7 };
const ASSIGN = new Set(['=', '|=', '+=', '-=', '*=', '/=', '%=', '//=']);

/** @throws JqSyntaxError */
export function parseProgram(source: string): Node {
  const parser = new Parser(tokenize(source), source);
  return parser.program();
}

/** Definitions alone, as in a library. */
export function parseDefinitions(source: string): Definition[] {
  return new Parser(tokenize(source), source).definitions();
}

class Parser extends TokenReader {
  program(): Node {
    const definitions = this.definitions();
    let body: Node = this.peek().t === 'end' ? { t: 'identity' } : this.pipe();
    if (this.peek().t !== 'end') this.unexpected();
    for (const definition of definitions.reverse()) body = { t: 'define', definition, body };
    return body;
  }

  definitions(): Definition[] {
    const out: Definition[] = [];
    while (this.isWord('def')) out.push(this.definition());
    return out;
  }

  private definition(): Definition {
    this.needWord('def');
    const name = this.word();
    const params: string[] = [];
    if (this.takeOp('(')) {
      do {
        const t = this.peek();
        if (t.t === 'variable') params.push(`$${t.v}`);
        else if (t.t === 'word') params.push(t.v);
        else this.unexpected();
        this.i++;
      } while (this.takeOp(';'));
      this.needOp(')');
    }
    this.needOp(':');
    const body = this.pipe();
    this.needOp(';');
    return { name, params, body };
  }

  /** `a | b`, with `def`, `label` and `as` in front, which reach to the end. */
  pipe(): Node {
    if (this.isWord('def')) {
      const definition = this.definition();
      return { t: 'define', definition, body: this.pipe() };
    }
    if (this.takeWord('label')) {
      const t = this.peek();
      if (t.t !== 'variable') this.unexpected();
      this.i++;
      this.needOp('|');
      return { t: 'label', name: (t as { v: string }).v, body: this.pipe() };
    }
    const left = this.comma();
    if (this.takeOp('|')) return { t: 'pipe', left, right: this.pipe() };
    return left;
  }

  private comma(): Node {
    let left = this.assignment();
    while (this.takeOp(',')) left = { t: 'comma', left, right: this.assignment() };
    return left;
  }

  private assignment(): Node {
    const left = this.alternative();
    const t = this.peek();
    if (t.t === 'op' && ASSIGN.has(t.v)) {
      this.i++;
      return { t: 'assign', op: t.v, left, right: this.alternative() };
    }
    return left;
  }

  /** `//` binds to the right. */
  private alternative(): Node {
    const left = this.binary(3);
    if (this.takeOp('//')) return { t: 'alternative', left, right: this.alternative() };
    return left;
  }

  private binary(lowest: number): Node {
    let left = this.postfixed();
    for (;;) {
      const t = this.peek();
      const op = t.t === 'op' || t.t === 'word' ? t.v : '';
      const level = BINARY[op];
      if (level === undefined || level < lowest) return left;
      this.i++;
      const right = this.binary(level + 1);
      left = op === 'and' || op === 'or' ? { t: 'logic', op, left, right } : { t: 'binary', op: op as '+', left, right };
    }
  }

  /** A term, and `as` behind it. */
  private postfixed(): Node {
    if (this.takeOp('-')) return { t: 'negate', of: this.postfixed() };
    if (this.takeWord('reduce')) return this.reduce();
    if (this.takeWord('foreach')) return this.foreach();
    const term = this.term();
    if (!this.takeWord('as')) return term;
    const patterns = [this.pattern()];
    while (this.takeOp('?//')) patterns.push(this.pattern());
    this.needOp('|');
    return { t: 'bind', source: term, patterns, body: this.pipe() };
  }

  private reduce(): Node {
    const source = this.term();
    this.needWord('as');
    const pattern = this.pattern();
    this.needOp('(');
    const init = this.pipe();
    this.needOp(';');
    const update = this.pipe();
    this.needOp(')');
    return this.suffixes({ t: 'reduce', source, pattern, init, update });
  }

  private foreach(): Node {
    const source = this.term();
    this.needWord('as');
    const pattern = this.pattern();
    this.needOp('(');
    const init = this.pipe();
    this.needOp(';');
    const update = this.pipe();
    const extract = this.takeOp(';') ? this.pipe() : null;
    this.needOp(')');
    return this.suffixes({ t: 'foreach', source, pattern, init, update, extract });
  }

  private pattern(): Pattern {
    const t = this.peek();
    if (t.t === 'variable') {
      this.i++;
      return { t: 'var', name: t.v };
    }
    if (this.takeOp('[')) {
      const items: Pattern[] = [];
      do items.push(this.pattern()); while (this.takeOp(','));
      this.needOp(']');
      return { t: 'array', items };
    }
    this.needOp('{');
    const entries: { key: Node; variable?: string; value?: Pattern }[] = [];
    do {
      const k = this.peek();
      if (k.t === 'variable') {
        this.i++;
        entries.push({ key: { t: 'literal', value: k.v }, variable: k.v, ...(this.takeOp(':') ? { value: this.pattern() } : {}) });
        continue;
      }
      const key = this.key();
      this.needOp(':');
      entries.push({ key, value: this.pattern() });
    } while (this.takeOp(','));
    this.needOp('}');
    return { t: 'object', entries };
  }

  /** Key of an object: a word, a string, or an expression in parentheses. */
  private key(): Node {
    const t = this.peek();
    if (t.t === 'word') {
      this.i++;
      return { t: 'literal', value: t.v };
    }
    if (t.t === 'number') {
      this.i++;
      return { t: 'literal', value: String(t.v) };
    }
    if (t.t === 'string') return this.string(null);
    if (t.t === 'format') {
      this.i++;
      return this.peek().t === 'string' ? this.string(t.v) : this.unexpected();
    }
    this.needOp('(');
    const key = this.pipe();
    this.needOp(')');
    return key;
  }

  private string(format: string | null): Node {
    const t = this.peek();
    if (t.t !== 'string') return this.unexpected();
    this.i++;
    if (t.parts.length === 1 && typeof t.parts[0] === 'string') return { t: 'literal', value: t.parts[0] };
    return { t: 'string', format, parts: t.parts.map((p) => (typeof p === 'string' ? p : new Parser(p, this.source).program())) };
  }

  private term(): Node {
    return this.suffixes(this.primary());
  }

  private suffixes(first: Node): Node {
    let node = first;
    for (;;) {
      const t = this.peek();
      if (this.takeOp('?')) node = { t: 'try', body: node, handler: null };
      else if (t.t === 'field') {
        this.i++;
        node = { t: 'index', of: node, key: { t: 'literal', value: t.v } };
      } else if (this.isOp('.') && (this.tokens[this.i + 1]?.t === 'string' || this.isBracket(this.i + 1))) {
        this.i++;
        if (this.peek().t === 'string') node = { t: 'index', of: node, key: this.string(null) };
      } else if (this.takeOp('[')) node = this.bracket(node);
      else return node;
    }
  }

  private isBracket(i: number): boolean {
    const t = this.tokens[i];
    return t?.t === 'op' && t.v === '[';
  }

  private bracket(of: Node): Node {
    if (this.takeOp(']')) return { t: 'iterate', of };
    if (this.takeOp(':')) {
      const to = this.pipe();
      this.needOp(']');
      return { t: 'slice', of, from: null, to };
    }
    const key = this.pipe();
    if (this.takeOp(':')) {
      const to = this.isOp(']') ? null : this.pipe();
      this.needOp(']');
      return { t: 'slice', of, from: key, to };
    }
    this.needOp(']');
    return { t: 'index', of, key };
  }

  private primary(): Node {
    const t = this.peek();
    switch (t.t) {
      case 'number':
        this.i++;
        return { t: 'literal', value: t.v };
      case 'string': return this.string(null);
      case 'format':
        this.i++;
        return this.peek().t === 'string' ? this.string(t.v) : { t: 'format', name: t.v };
      case 'field':
        this.i++;
        return { t: 'index', of: { t: 'identity' }, key: { t: 'literal', value: t.v } };
      case 'variable':
        this.i++;
        return t.v === '__loc__' ? { t: 'location', line: this.source.slice(0, t.at).split('\n').length } : { t: 'variable', name: t.v };
      case 'word': return this.named(t.v);
      case 'op': return this.bracketed(t.v);
      default: return this.unexpected();
    }
  }

  private bracketed(op: string): Node {
    this.i++;
    if (op === '.') {
      if (this.peek().t === 'string') return { t: 'index', of: { t: 'identity' }, key: this.string(null) };
      return { t: 'identity' };
    }
    if (op === '..') return { t: 'recurse' };
    if (op === '(') {
      const inner = this.pipe();
      this.needOp(')');
      return inner;
    }
    if (op === '[') {
      if (this.takeOp(']')) return { t: 'array', body: null };
      const body = this.pipe();
      this.needOp(']');
      return { t: 'array', body };
    }
    if (op === '{') return this.object();
    this.i--;
    return this.unexpected();
  }

  private object(): Node {
    const entries: { key: Node; value: Node }[] = [];
    while (!this.takeOp('}')) {
      const t = this.peek();
      if (t.t === 'variable') {
        this.i++;
        entries.push({ key: { t: 'literal', value: t.v === '__loc__' ? '__loc__' : t.v }, value: t.v === '__loc__' ? { t: 'location', line: 1 } : { t: 'variable', name: t.v } });
      } else {
        const key = this.key();
        if (this.takeOp(':')) entries.push({ key, value: this.objectValue() });
        else entries.push({ key, value: { t: 'index', of: { t: 'identity' }, key } });
      }
      if (!this.takeOp(',') && !this.isOp('}')) this.unexpected();
    }
    return { t: 'object', entries };
  }

  /** Terms joined by `|` without commas. */
  private objectValue(): Node {
    const left = this.alternative();
    return this.takeOp('|') ? { t: 'pipe', left, right: this.objectValue() } : left;
  }

  private named(name: string): Node {
    this.i++;
    switch (name) {
      case 'if': {
        const arm = (): Node => {
          const test = this.pipe();
          this.needWord('then');
          const then = this.pipe();
          if (this.takeWord('elif')) return { t: 'if', test, then, otherwise: arm() };
          const otherwise = this.takeWord('else') ? this.pipe() : null;
          this.needWord('end');
          return { t: 'if', test, then, otherwise };
        };
        return arm();
      }
      case 'try': {
        const body = this.postTry();
        return { t: 'try', body, handler: this.takeWord('catch') ? this.postTry() : null };
      }
      case 'break': {
        const t = this.peek();
        if (t.t !== 'variable') return this.unexpected();
        this.i++;
        return { t: 'break', name: t.v };
      }
      case 'def': {
        this.i--;
        const definition = this.definition();
        return { t: 'define', definition, body: this.pipe() };
      }
      case 'reduce': return this.reduce();
      case 'foreach': return this.foreach();
      default:
    }
    if (KEYWORDS.has(name)) {
      this.i--;
      return this.unexpected();
    }
    if (name === 'null' || name === 'true' || name === 'false') return { t: 'literal', value: name === 'null' ? null : name === 'true' };
    const args: Node[] = [];
    if (this.takeOp('(')) {
      do args.push(this.pipe()); while (this.takeOp(';'));
      this.needOp(')');
    }
    return { t: 'call', name, args };
  }

  private postTry(): Node {
    return this.suffixes(this.takeOp('-') ? { t: 'negate', of: this.primary() } : this.primary());
  }
}
