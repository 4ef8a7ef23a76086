/** Compound commands: groups, subshells, if, for, while, case, functions, (( )) and [[ ]]. */
import type { Case, Command, CondExpr, If, Word } from './ast.ts';
import type { Parser } from './parser.ts';
import { arithWord, readWord, tryArith } from './words.ts';

/** Reserved words that cannot start a command. */
export const RESERVED_ENDS = new Set(['then', 'else', 'elif', 'fi', 'do', 'done', 'esac', '}', 'in']);
RESERVED_ENDS.delete('in');

/** The compound command that starts here, or null for a simple one. */
export function readCompound(p: Parser): Command | null {
  const token = p.lex.peek();
  const line = p.src.line(token.start);
  if (token.t === 'op' && token.v === '(') {
    if (p.src.text[token.start + 1] === '(') {
      p.lex.rewind(token.start);
      const expr = tryArith(p.src, token.start + 2);
      if (expr) return { t: 'arith-command', expr, line, redirects: [] };
      p.lex.rewind(token.start);
      p.lex.peek();
    }
    p.lex.next();
    const body = p.body([')']);
    if (!p.lex.isOp(')')) throw p.unexpected();
    p.lex.next();
    return { t: 'subshell', body, line, redirects: [] };
  }
  if (token.t !== 'word') return null;
  switch (token.text) {
    case '{': {
      p.lex.next();
      const body = p.body(['}']);
      p.expectWord('}');
      return { t: 'group', body, line, redirects: [] };
    }
    case 'if': return readIf(p, line);
    case 'while':
    case 'until': {
      p.lex.next();
      const test = p.body(['do']);
      return { t: 'while', until: token.text === 'until', test, body: doBody(p), line, redirects: [] };
    }
    case 'for': return readFor(p, line);
    case 'select': {
      const loop = readFor(p, line);
      return loop.t === 'for' ? { ...loop, t: 'select' } : loop;
    }
    case 'coproc': return readCoproc(p, line);
    case 'case': return readCase(p, line);
    case 'function': {
      p.lex.next();
      const name = p.lex.next();
      if (name.t !== 'word' || name.text === null) throw p.unexpected(name);
      if (p.lex.isOp('(')) {
        p.lex.next();
        if (!p.lex.isOp(')')) throw p.unexpected();
        p.lex.next();
      }
      return p.functionBody(name.text, line);
    }
    case '[[': {
      const extglob = p.src.extglob;
      p.src.extglob = true;
      p.lex.next();
      const test = condOr(p);
      skipNewlines(p);
      p.src.extglob = extglob;
      p.expectWord(']]');
      return { t: 'cond', test, line, redirects: [] };
    }
    default: return null;
  }
}

/** `coproc NAME compound`, or `coproc command`. */
function readCoproc(p: Parser, line: number): Command {
  p.lex.next();
  const head = p.lex.peek();
  let name = 'COPROC';
  if (head.t === 'word' && head.text !== null && /^[A-Za-z_]\w*$/.test(head.text) && !COMPOUND.has(head.text)) {
    p.lex.next();
    const after = p.lex.peek();
    if ((after.t === 'op' && after.v === '(') || (after.t === 'word' && after.text !== null && COMPOUND.has(after.text))) name = head.text;
    else p.lex.rewind(head.start);
  }
  return { t: 'coproc', name, body: p.command(), line, redirects: [] };
}

const COMPOUND = new Set(['{', 'if', 'while', 'until', 'for', 'case', 'select', '[[']);

function doBody(p: Parser): ReturnType<Parser['body']> {
  p.expectWord('do');
  const body = p.body(['done']);
  p.expectWord('done');
  return body;
}

function readIf(p: Parser, line: number): If {
  const out: If = { t: 'if', arms: [], line, redirects: [] };
  p.lex.next();
  for (;;) {
    const test = p.body(['then']);
    p.expectWord('then');
    out.arms.push({ test, body: p.body(['elif', 'else', 'fi']) });
    if (p.lex.isWord('elif')) {
      p.lex.next();
      continue;
    }
    if (p.lex.isWord('else')) {
      p.lex.next();
      out.otherwise = p.body(['fi']);
    }
    p.expectWord('fi');
    return out;
  }
}

function readFor(p: Parser, line: number): Command {
  p.lex.next();
  const head = p.lex.peek();
  if (head.t === 'op' && head.v === '(' && p.src.text[head.start + 1] === '(') {
    p.lex.rewind(head.start);
    let depth = 0;
    let end = head.start + 2;
    for (; end < p.src.text.length; end++) {
      const c = p.src.text[end];
      if (c === '(') depth++;
      else if (c === ')' && depth-- === 0) break;
    }
    const parts = p.src.text.slice(head.start + 2, end).split(';').map((s) => arithWord(p.src, s, head.start));
    p.lex.rewind(end + 2);
    if (parts.length !== 3) throw p.unexpected();
    if (p.lex.isOp(';')) p.lex.next();
    skipNewlines(p);
    return { t: 'arith-for', init: parts[0]!, test: parts[1]!, step: parts[2]!, body: forBody(p), line, redirects: [] };
  }
  const name = p.lex.next();
  if (name.t !== 'word' || name.text === null) throw p.unexpected(name);
  skipNewlines(p);
  let words: Word[] | null = null;
  if (p.lex.isWord('in')) {
    p.lex.next();
    words = [];
    while (p.lex.peek().t === 'word') words.push(p.word());
  }
  if (p.lex.isOp(';')) p.lex.next();
  skipNewlines(p);
  return { t: 'for', name: name.text, words, body: forBody(p), line, redirects: [] };
}

function forBody(p: Parser): ReturnType<Parser['body']> {
  if (p.lex.isWord('{')) {
    p.lex.next();
    const body = p.body(['}']);
    p.expectWord('}');
    return body;
  }
  return doBody(p);
}

function readCase(p: Parser, line: number): Case {
  p.lex.next();
  const out: Case = { t: 'case', word: p.word(), arms: [], line, redirects: [] };
  skipNewlines(p);
  p.expectWord('in');
  for (;;) {
    skipNewlines(p);
    if (p.lex.isWord('esac')) {
      p.lex.next();
      return out;
    }
    if (p.lex.isOp('(')) p.lex.next();
    const patterns = [p.word()];
    while (p.lex.isOp('|')) {
      p.lex.next();
      patterns.push(p.word());
    }
    if (!p.lex.isOp(')')) throw p.unexpected();
    p.lex.next();
    const body = p.list([';;', ';&', ';;&', 'esac']);
    const end = p.lex.peek();
    const arm: Case['arms'][number] = { patterns, body, end: ';;' };
    if (end.t === 'op') {
      arm.end = end.v as ';;';
      p.lex.next();
    } else if (!p.lex.isWord('esac')) throw p.unexpected();
    out.arms.push(arm);
  }
}

function skipNewlines(p: Parser): void {
  while (p.lex.isOp('\n')) p.lex.next();
}

function condOr(p: Parser): CondExpr {
  let left = condAnd(p);
  for (;;) {
    skipNewlines(p);
    if (!p.lex.isOp('||')) return left;
    p.lex.next();
    left = { t: 'or', left, right: condAnd(p) };
  }
}

function condAnd(p: Parser): CondExpr {
  let left = condPrimary(p);
  for (;;) {
    skipNewlines(p);
    if (!p.lex.isOp('&&')) return left;
    p.lex.next();
    left = { t: 'and', left, right: condPrimary(p) };
  }
}

const UNARY = /^-[abcdefghknoprstuvwxzGLNORS]$/;
const BINARY = new Set(['=', '==', '!=', '=~', '<', '>', '-eq', '-ne', '-lt', '-le', '-gt', '-ge', '-nt', '-ot', '-ef']);

function condPrimary(p: Parser): CondExpr {
  skipNewlines(p);
  if (p.lex.isWord('!')) {
    p.lex.next();
    return { t: 'not', of: condPrimary(p) };
  }
  if (p.lex.isOp('(')) {
    p.lex.next();
    const inner = condOr(p);
    skipNewlines(p);
    if (!p.lex.isOp(')')) throw p.unexpected();
    p.lex.next();
    return inner;
  }
  const first = p.lex.peek();
  if (first.t !== 'word') throw p.unexpected();
  p.lex.next();
  const after = p.lex.peek();
  const op = after.t === 'word' ? after.text : after.t === 'redirect' && after.fd === null ? after.op : null;
  if (op !== null && BINARY.has(op)) {
    p.lex.next();
    if (op !== '=~') return { t: 'binary', op, left: first.word, right: p.word() };
    p.lex.skipBlanks();
    return { t: 'binary', op, left: first.word, right: readWord(p.src, ' \t\n;&', 'regex') };
  }
  if (first.text !== null && UNARY.test(first.text) && after.t === 'word' && after.text !== ']]') return { t: 'unary', op: first.text, word: p.word() };
  return { t: 'word', word: first.word };
}
