/** A text with the insertions that count it: no insertion holds a line end, and all of them can be taken out again. */
import type { Edit, Node } from '../vm/acorn.ts';
import { COUNTERS } from './names.ts';

/** In front of what closes, so that it can be told from the program's own. */
export const MARK = '/*$c*/';
export const CLOSE = `${MARK})`;

const BLANK = /(?:\s|\/\/[^\n\r\u2028\u2029]*|\/\*[^]*?\*\/)*/y;

export class CountedText {
  /** Insertions in front of statements, in front of expressions, and behind what is counted. */
  readonly first: Edit[] = [];
  readonly before: Edit[] = [];
  readonly after: Edit[] = [];
  protected readonly code: string;
  private readonly completion: boolean;
  /** @param completion whether the text's value is asked for (`vm.Script`): a statement that counts then has none of its own */
  constructor(code: string, completion: boolean) {
    this.code = code;
    this.completion = completion;
  }

  /** Behind blanks and comments. */
  protected pastBlanks(at: number): number {
    BLANK.lastIndex = at;
    BLANK.test(this.code);
    return BLANK.lastIndex;
  }

  protected put(list: Edit[], at: number, text: string): void {
    list.push({ start: at, end: at, text });
  }

  protected statement(counter: number): string {
    return this.completion ? `{let $=${COUNTERS}[${counter}]++}` : `${COUNTERS}[${counter}]++;`;
  }

  protected counted(at: number, counter: number): void {
    // A directive may be ended by its line alone.
    const ended = at === 0 || '{;:'.includes(this.code[at - 1]!);
    this.put(this.first, at, ended ? this.statement(counter) : `${MARK};${this.statement(counter)}`);
  }

  protected directivesEnd(body: Node[], at: number): number {
    let end = at;
    for (const node of body) {
      if (node.type !== 'ExpressionStatement' || typeof node.directive !== 'string') break;
      end = node.end;
    }
    return end;
  }

  /** Where an operand begins and ends with the brackets around it: between `from` and where it is followed. */
  protected operand(from: number, node: Node): { start: number; end: number } {
    const start = this.pastBlanks(from);
    let at = start;
    let open = 0;
    while (at < node.start && this.code[at] === '(') {
      open++;
      at = this.pastBlanks(at + 1);
    }
    let end = node.end;
    for (; open > 0; open--) {
      at = this.pastBlanks(end);
      if (this.code[at] !== ')') break;
      end = at + 1;
    }
    return { start, end };
  }

  /** Behind the next `text` after a node, whose brackets may still have to be closed. */
  protected past(from: number, text: string): number {
    let at = this.pastBlanks(from);
    while (this.code[at] === ')') at = this.pastBlanks(at + 1);
    return this.code.startsWith(text, at) ? at + text.length : at;
  }
}
