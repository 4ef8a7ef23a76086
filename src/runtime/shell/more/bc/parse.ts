/** The language of bc as a tree. */
export type Place = { name: string; index?: Expression };

export type Expression =
  | { t: 'number'; text: string }
  | { t: 'place'; place: Place }
  | { t: 'call'; name: string; args: ({ array: string } | Expression)[] }
  | { t: 'unary'; op: '-' | '!'; of: Expression }
  | { t: 'binary'; op: string; left: Expression; right: Expression }
  | { t: 'assign'; op: string; place: Place; value: Expression }
  | { t: 'step'; by: 1 | -1; place: Place; before: boolean };

export type Statement =
  /** `shown`: its value is printed. */
  | { t: 'expression'; of: Expression; shown: boolean }
  | { t: 'string'; text: string }
  | { t: 'print'; items: (string | Expression)[] }
  | { t: 'block'; body: Statement[] }
  | { t: 'if'; test: Expression; then: Statement; otherwise: Statement | undefined }
  | { t: 'loop'; first: Expression | undefined; test: Expression | undefined; next: Expression | undefined; body: Statement }
  | { t: 'break' | 'continue' | 'halt' | 'quit' }
  | { t: 'return'; of: Expression | undefined }
  | { t: 'define'; name: string; params: string[]; autos: string[]; body: Statement[] };

/** `incomplete`: more lines may make it whole. */
export class BcSyntaxError extends Error {
  readonly code = 'EBCSYNTAX';
  readonly incomplete: boolean;
  constructor(incomplete: boolean) {
    super('syntax error');
    this.incomplete = incomplete;
  }
}

const TOKEN = /(?:(\n)|\/\*[^]*?\*\/|#[^\n]*|\\\n|[ \t\r]+|("[^"]*")|(\.?[0-9A-F][0-9A-F.]*)|([a-z][a-z0-9_]*)|(\+\+|--|&&|\|\||[-+*/%^=!<>]=|(?!\/\*)[-+*/%^=<>!(){}[\],;.])|([^]))/y;

function tokens(text: string): string[] {
  const out: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const match = TOKEN.exec(text);
    if (!match) break;
    if (match[6] !== undefined) throw new BcSyntaxError(match[6] === '"' || match[6] === '/');
    const token = match[1] ?? match[2] ?? match[3] ?? match[4] ?? match[5];
    if (token !== undefined) out.push(token);
  }
  return out;
}

const isName = (token: string | undefined): token is string => token !== undefined && /^[a-z]/.test(token);
const ASSIGN = /^[-+*/%^]?=$/;
const RELATION = /^(?:[<>]|[<>=!]=)$/;

/** All statements of whole lines. @throws BcSyntaxError */
export function parse(text: string): Statement[] {
  const list = tokens(text);
  let at = 0;
  const peek = (): string | undefined => list[at];
  const is = (token: string): boolean => list[at] === token;
  const fail = (): never => { throw new BcSyntaxError(at >= list.length || list.slice(at).every((token) => token === '\n')); };
  const take = (token: string): boolean => is(token) && ++at > 0;
  const need = (token: string): void => { if (!take(token)) fail(); };
  const skipLines = (): void => { while (take('\n')); };
  const name = (): string => (isName(peek()) ? list[at++]! : fail());

  function statements(end: string | undefined): Statement[] {
    const body: Statement[] = [];
    for (;;) {
      while (take('\n') || take(';'));
      if (end === undefined && at >= list.length) return body;
      if (end !== undefined && take(end)) return body;
      body.push(statement());
      if (!is('\n') && !is(';') && !(end !== undefined && is(end)) && at < list.length) fail();
    }
  }

  function statement(): Statement {
    const token = peek();
    if (token === undefined) return fail();
    if (token.startsWith('"')) {
      at++;
      return { t: 'string', text: token.slice(1, -1) };
    }
    if (take('{')) return { t: 'block', body: statements('}') };
    switch (token) {
      case 'break': case 'continue': case 'halt': case 'quit':
        at++;
        return { t: token };
      case 'return': {
        at++;
        const of = peek() === undefined || is('\n') || is(';') || is('}') ? undefined : expression();
        return { t: 'return', of };
      }
      case 'print': {
        at++;
        const items: (string | Expression)[] = [];
        do items.push(peek()?.startsWith('"') ? list[at++]!.slice(1, -1) : expression()); while (take(','));
        return { t: 'print', items };
      }
      case 'if': {
        at++;
        need('(');
        const test = expression();
        need(')');
        skipLines();
        const then = statement();
        if (is(';') && list[at + 1] === 'else') at++;
        if (!take('else')) return { t: 'if', test, then, otherwise: undefined };
        skipLines();
        return { t: 'if', test, then, otherwise: statement() };
      }
      case 'while': {
        at++;
        need('(');
        const test = expression();
        need(')');
        skipLines();
        return { t: 'loop', first: undefined, test, next: undefined, body: statement() };
      }
      case 'for': {
        at++;
        need('(');
        const part = (end: string): Expression | undefined => {
          const of = is(end) ? undefined : expression();
          need(end);
          return of;
        };
        const [first, test, next] = [part(';'), part(';'), part(')')];
        skipLines();
        return { t: 'loop', first, test, next, body: statement() };
      }
      case 'define': return definition();
      default: {
        const of = expression();
        return { t: 'expression', of, shown: of.t !== 'assign' || list[at - 1] === ')' && wrapped.has(of) };
      }
    }
  }

  function definition(): Statement {
    at++;
    take('void');
    const called = name();
    const names = (end: string): string[] => {
      const found: string[] = [];
      while (!take(end)) {
        found.push(name() + (take('[') ? (need(']'), '[]') : ''));
        take(',');
      }
      return found;
    };
    need('(');
    const params = names(')');
    skipLines();
    need('{');
    while (take('\n') || take(';'));
    const autos: string[] = [];
    while (take('auto')) {
      do autos.push(name() + (take('[') ? (need(']'), '[]') : '')); while (take(','));
      while (take('\n') || take(';'));
    }
    return { t: 'define', name: called, params, autos, body: statements('}') };
  }

  /** Assignments in parentheses, whose value is shown. */
  const wrapped = new Set<Expression>();

  function expression(): Expression {
    let left = conjunction();
    while (take('||')) left = { t: 'binary', op: '||', left, right: conjunction() };
    return left;
  }
  function conjunction(): Expression {
    let left = negation();
    while (take('&&')) left = { t: 'binary', op: '&&', left, right: negation() };
    return left;
  }
  function negation(): Expression {
    return take('!') ? { t: 'unary', op: '!', of: negation() } : relation();
  }
  function relation(): Expression {
    let left = assignment();
    while (RELATION.test(peek() ?? '')) left = { t: 'binary', op: list[at++]!, left, right: assignment() };
    return left;
  }
  function assignment(): Expression {
    const left = sum();
    const op = peek();
    if (left.t !== 'place' || op === undefined || !ASSIGN.test(op)) return left;
    at++;
    return { t: 'assign', op: op.slice(0, -1), place: left.place, value: assignment() };
  }
  function sum(): Expression {
    let left = product();
    while (is('+') || is('-')) left = { t: 'binary', op: list[at++]!, left, right: product() };
    return left;
  }
  function product(): Expression {
    let left = raised();
    while (is('*') || is('/') || is('%')) left = { t: 'binary', op: list[at++]!, left, right: raised() };
    return left;
  }
  function raised(): Expression {
    const left = unary();
    return take('^') ? { t: 'binary', op: '^', left, right: raised() } : left;
  }
  function unary(): Expression {
    return take('-') ? { t: 'unary', op: '-', of: unary() } : primary();
  }
  function primary(): Expression {
    const token = peek();
    if (token === undefined) return fail();
    if (take('(')) {
      const of = expression();
      need(')');
      wrapped.add(of);
      return of;
    }
    if (token === '++' || token === '--') {
      at++;
      return { t: 'step', by: token === '++' ? 1 : -1, place: place(), before: true };
    }
    if (/^\.?[0-9A-F]/.test(token)) {
      at++;
      if ((token.match(/\./g) ?? []).length > 1) fail();
      return { t: 'number', text: token };
    }
    if (isName(token) && list[at + 1] === '(') {
      at += 2;
      const args: ({ array: string } | Expression)[] = [];
      while (!take(')')) {
        if (isName(peek()) && list[at + 1] === '[' && list[at + 2] === ']') {
          args.push({ array: list[at]! });
          at += 3;
        } else args.push(expression());
        if (!is(')')) need(',');
      }
      return { t: 'call', name: token, args };
    }
    const where = place();
    if (take('++')) return { t: 'step', by: 1, place: where, before: false };
    if (take('--')) return { t: 'step', by: -1, place: where, before: false };
    return { t: 'place', place: where };
  }
  function place(): Place {
    if (take('.')) return { name: 'last' };
    const named = name();
    if (!take('[')) return { name: named };
    const index = expression();
    need(']');
    return { name: named, index };
  }

  return statements(undefined);
}
