/**
 * `await x` becomes `await $aw(x)`: that is how the asynchronous context gets across an await whose value is no promise
 * (`await-context.ts`). All edits are insertions within a line; their ends are marked, so that the text of a function can be shown as it
 * was written. The awaits hidden in `for await` and `yield` meet promises, which tell by themselves.
 */
import type { Edit, Node } from '../vm/acorn.ts';
import { eachChild, isFunctionLike } from '../vm/acorn.ts';
import { KIND, type Tokens } from './tokens.ts';

export const AWAIT_NAME = '$aw';
/** In place of that where a module waits at its top: the position goes along, for the warning about a wait that never ends. */
export const TOP_AWAIT_NAME = '$at';
/** What every wrapper around an expression ends with, so that its end is known from the program's own. */
export const CLOSE = '/*$a*/)';
/** Everything these edits insert, in the source of a regular expression. */
export const AWAIT_TEXT = ' \\$aw\\(\\/\\*\\*\\/|\\$(?:aw|ev)\\(|\\/\\*\\$a\\*\\/\\)';

const WORD = /\bawait\b/;
/** Whether the text may contain an await. */
export const mayAwait = (code: string): boolean => code.includes('await') && WORD.test(code);

/** @param top where the word stands, at a module's top */
function insert(code: string, start: number, end: number, edits: Edit[], top?: number): void {
  const glued = code[start - 1] === 't';
  const opening = top !== undefined ? `${TOP_AWAIT_NAME}(${top},` : glued ? `${AWAIT_NAME}(/**/` : `${AWAIT_NAME}(`;
  edits.push({ start, end: start, text: glued ? ` ${opening}` : opening }, { start: end, end, text: CLOSE });
}

/** The edits for a parsed text. */
export function awaitEdits(code: string, tree: Node, edits: Edit[], module = false): void {
  const visit = (node: Node, inside: boolean): void => {
    if (node.type === 'AwaitExpression') {
      // A node of the tree leaves out the brackets around it.
      const blank = /^(?:\s|\/\/[^\n]*\n|\/\*[^]*?\*\/)*/.exec(code.slice(node.start + 'await'.length, node.end))!;
      insert(code, node.start + 'await'.length + blank[0].length, node.end, edits, module && !inside ? node.start : undefined);
    }
    const below = inside || isFunctionLike(node);
    eachChild(node, (child) => visit(child, below));
  };
  visit(tree, false);
}

const OPERAND = 0, AFTER = 1, MEMBER = 2, FUNCTION = 3, CLASS = 4;
const PREFIX_WORDS = new Set(['typeof', 'void', 'delete', 'await', 'new']);
const BINARY_WORDS = new Set(['in', 'of', 'instanceof']);

interface Pending { depth: number; state: number; start: number; top: number | undefined; /** An operand that cannot be: the word was a name. */ dead: boolean }

/** Follows the tokens and finds where the operands of awaits begin and end. To be told of every token after `Tokens.next`. */
export class Awaits {
  private readonly tokens: Tokens;
  private readonly edits: Edit[];
  private readonly pending: Pending[] = [];
  private readonly module: boolean;
  constructor(tokens: Tokens, edits: Edit[], module = false) {
    this.tokens = tokens;
    this.edits = edits;
    this.module = module;
  }

  token(): void {
    const { tokens } = this;
    const depth = tokens.brackets.length;
    if (this.pending.length > 0) {
      for (let i = this.pending.length - 1; i >= 0; i--) {
        if (this.goesOn(this.pending[i]!, depth)) continue;
        const [{ start, top, dead }] = this.pending.splice(i, 1) as [Pending];
        if (!dead) insert(tokens.code, start, tokens.prevEnd, this.edits, top);
      }
    }
    if (tokens.kind !== KIND.WORD || tokens.text !== 'await' || tokens.afterDot()) return;
    if (tokens.prevKind !== KIND.WORD || tokens.prevText !== 'for') this.pending.push({ depth, state: OPERAND, start: -1, top: this.module && tokens.functions === 0 ? tokens.start : undefined, dead: false });
  }

  /** Whether the current token still belongs to the operand. */
  private goesOn(p: Pending, depth: number): boolean {
    const { tokens } = this;
    const { kind, text } = tokens;
    // A template's next substitution closes one bracket and opens another.
    if (depth < p.depth || (depth === p.depth && kind === KIND.TEMPLATE_HEAD && tokens.closed !== undefined)) {
      p.dead ||= p.state === OPERAND;
      return false;
    }
    if (p.start < 0) p.start = tokens.start;
    if (depth > p.depth) {
      // Deeper inside, or just opening: braces go on an operand only where one begins.
      const opening = kind === KIND.PUNCTUATOR && tokens.closed === undefined && depth === p.depth + 1 && tokens.brackets[depth - 1]!.start === tokens.start;
      return !(opening && text === '{' && (p.state === AFTER || p.state === MEMBER));
    }
    if (tokens.closed !== undefined) {
      if (p.state === FUNCTION) {
        if (text === '}') p.state = AFTER;
      } else if (p.state === CLASS) {
        if (text === '}') p.state = AFTER;
      } else p.state = AFTER;
      return true;
    }
    switch (p.state) {
      case OPERAND:
        if (kind === KIND.PUNCTUATOR) {
          if (/^(?:[!~+-]|\+\+|--)$/.test(text)) return true;
          if (text === '.' && tokens.prevText === 'new') {
            p.state = MEMBER;
            return true;
          }
          p.dead = true;
          return false;
        }
        if (kind === KIND.WORD) {
          if (PREFIX_WORDS.has(text)) return true;
          if (BINARY_WORDS.has(text)) {
            p.dead = true;
            return false;
          }
          p.state = text === 'function' ? FUNCTION : text === 'class' ? CLASS : AFTER;
          return true;
        }
        if (kind === KIND.END) p.dead = true;
        p.state = AFTER;
        return kind !== KIND.END;
      case MEMBER:
        p.state = AFTER;
        return true;
      case AFTER:
        if (kind === KIND.TEMPLATE) return true;
        if (kind === KIND.PUNCTUATOR) {
          if (text === '.' || text === '?.') {
            p.state = MEMBER;
            return true;
          }
          return (text === '++' || text === '--') && !tokens.newline;
        }
        if (kind === KIND.WORD && !tokens.newline && tokens.prevKind === KIND.WORD) {
          if (tokens.prevText === 'async' && text === 'function') {
            p.state = FUNCTION;
            return true;
          }
          // `await using x`: a declaration.
          if (tokens.prevText === 'using' && tokens.prevStart === p.start) p.dead = true;
        }
        return false;
    }
    return true;
  }
}
