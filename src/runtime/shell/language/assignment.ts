/** `name=value`, `name+=value`, `name[i]=value`, `name=(...)` in front of a command or after `declare`. */
import type { Assignment, Part, Word } from './ast.ts';
import type { Token } from './lexer.ts';
import type { Parser } from './parser.ts';
import { arithWord } from './words.ts';

const HEAD = /^([A-Za-z_][A-Za-z0-9_]*)(\[([^\]]*)\])?(\+?)=/;

/** The assignment that `token` starts, or null. Takes the token (and the array that follows it). */
export function readAssignment(parser: Parser, token: Token & { t: 'word' }): Assignment | null {
  const first = token.word[0];
  if (first?.t !== 'text' && !(first === undefined)) return readSubscripted(parser, token);
  if (first === undefined) return null;
  const head = HEAD.exec(first.s);
  if (!head) return readSubscripted(parser, token);
  parser.lex.next();
  const assignment: Assignment = { name: head[1]!, append: head[4] === '+' };
  if (head[2] !== undefined) assignment.index = [{ t: 'text', s: head[3]! }];
  const rest = first.s.slice(head[0].length);
  const value: Word = [...(rest === '' ? [] : [{ t: 'text', s: rest } as Part]), ...token.word.slice(1)];
  // `name=` with `(` glued on is an array.
  if (value.length === 0 && parser.src.text[token.end] === '(' && parser.lex.isOp('(')) {
    parser.lex.next();
    assignment.items = readItems(parser);
  } else assignment.value = value;
  return assignment;
}

/** `name[$i]=value`: the subscript has expansions of its own, so the text is split in the source. */
function readSubscripted(parser: Parser, token: Token & { t: 'word' }): Assignment | null {
  const text = parser.src.text.slice(token.start, token.end);
  const head = /^([A-Za-z_][A-Za-z0-9_]*)\[/.exec(text);
  if (!head) return null;
  let depth = 0;
  let end = head[0].length - 1;
  for (; end < text.length; end++) {
    if (text[end] === '[') depth++;
    else if (text[end] === ']' && --depth === 0) break;
  }
  const operator = /^\]\+?=/.exec(text.slice(end));
  if (!operator) return null;
  const index = arithWord(parser.src, text.slice(head[0].length, end), token.start);
  parser.lex.rewind(token.start + end + operator[0].length);
  const glued = parser.src.peek() !== '' && !' \t\n;&|()<>'.includes(parser.src.peek());
  const value = glued ? (parser.lex.next() as Token & { t: 'word' }).word : [];
  return { name: head[1]!, index, append: operator[0].includes('+'), value };
}

function readItems(parser: Parser): NonNullable<Assignment['items']> {
  const items: NonNullable<Assignment['items']> = [];
  for (;;) {
    while (parser.lex.isOp('\n')) parser.lex.next();
    if (parser.lex.isOp(')')) {
      parser.lex.next();
      return items;
    }
    const token = parser.lex.peek();
    if (token.t !== 'word') throw parser.unexpected();
    const end = subscriptEnd(parser.src.text, token.start);
    if (end > 0) {
      parser.lex.rewind(end + 2);
      const glued = !' \t\n)'.includes(parser.src.peek() || ' ');
      items.push({ key: arithWord(parser.src, parser.src.text.slice(token.start + 1, end), token.start), value: glued ? parser.word() : [] });
    } else {
      parser.lex.next();
      items.push({ value: token.word });
    }
  }
}

/** Where the `]` of an item `[key]=` stands that begins at `at`; 0 when none does. A key may hold blanks, which would end a word. */
function subscriptEnd(text: string, at: number): number {
  const match = /^\[(?:\\[^]|'[^']*'|"(?:\\[^]|[^"\\])*"|[^\]\n\\'"])*(?=\]=)/.exec(text.slice(at, at + 1000));
  return match ? at + match[0].length : 0;
}
