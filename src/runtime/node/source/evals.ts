/**
 * `eval(x)` becomes `eval($ev(x))`: it stays a direct call, and text with `import()` or `await` in it is rewritten as a file's would be, with
 * the names it needs in reach.
 */
import type { Edit, Node } from '../vm/acorn.ts';
import { walk } from '../vm/acorn.ts';
import { CLOSE } from './awaits.ts';
import { KIND, type Tokens } from './tokens.ts';

export const EVAL_NAME = '$ev';
const CALL = /\beval\s*\(/;
/** Whether the text may call eval. */
export const mayEval = (code: string): boolean => code.includes('eval') && CALL.test(code);

/** The edits for a parsed text. */
export function evalEdits(code: string, tree: Node, edits: Edit[]): void {
  walk(tree, (node) => {
    if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier' || node.callee.name !== 'eval' || node.optional) return;
    const open = /^\s*\(/.exec(code.slice(node.callee.end, node.callee.end + 100));
    // A comment in between: left alone.
    if (open === null) return;
    const start = node.callee.end + open[0].length;
    edits.push({ start, end: start, text: `${EVAL_NAME}(` }, { start: node.end - 1, end: node.end - 1, text: CLOSE });
  });
}

/** Follows the tokens, as `Awaits` does. */
export class Evals {
  private readonly tokens: Tokens;
  private readonly edits: Edit[];
  /** Depths inside the brackets of open calls. */
  private readonly open: number[] = [];
  private word = false;
  constructor(tokens: Tokens, edits: Edit[]) {
    this.tokens = tokens;
    this.edits = edits;
  }

  token(): void {
    const { tokens, word } = this;
    this.word = false;
    if (tokens.kind === KIND.WORD) {
      this.word = tokens.text === 'eval' && !tokens.afterDot() && !tokens.isMemberName() && tokens.prevText !== 'function';
    } else if (tokens.kind === KIND.PUNCTUATOR) {
      if (word && tokens.text === '(' && /^\s*$/.test(tokens.code.slice(tokens.prevEnd, tokens.start))) {
        this.open.push(tokens.brackets.length);
        this.edits.push({ start: tokens.end, end: tokens.end, text: `${EVAL_NAME}(` });
      } else if (tokens.text === ')' && tokens.closed !== undefined && this.open.at(-1) === tokens.brackets.length + 1) {
        this.open.pop();
        this.edits.push({ start: tokens.start, end: tokens.start, text: CLOSE });
      }
    }
  }
}
