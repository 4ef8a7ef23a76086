/** Where the parser stands in a text, and its errors. */
import type { Script } from './ast.ts';

/** `incomplete`: more input could make it right (an open quote, a missing `done`), which is when an interactive shell shows `> `. */
export class ShellSyntaxError extends Error {
  readonly code = 'ESYNTAX';
  readonly line: number;
  readonly incomplete: boolean;
  /** The source line to show under the message, as bash does for an unexpected token. */
  readonly shown: string | null;
  constructor(message: string, line: number, incomplete = false, shown: string | null = null) {
    super(message);
    this.name = 'ShellSyntaxError';
    this.line = line;
    this.incomplete = incomplete;
    this.shown = shown;
  }
}

/** The text being read, and the parser's way to read a command list inside a word. */
export class Source {
  text: string;
  pos = 0;
  private readonly firstLine: number;
  private linePos = 0;
  private lineNumber: number;
  /** Reads commands up to the `)` that closes a substitution, and takes it. */
  nested: () => Script = () => ({ items: [] });
  /** Parses a whole text (a backtick substitution, whose text was unescaped first). */
  parseText: (text: string, line: number) => Script = () => ({ items: [] });
  /** Parentheses belong to a word after `?*+@!`. */
  extglob = false;

  constructor(text: string, firstLine = 1) {
    this.text = text;
    this.firstLine = firstLine;
    this.lineNumber = firstLine;
  }

  line(at = this.pos): number {
    if (at < this.linePos) {
      this.linePos = 0;
      this.lineNumber = this.firstLine;
    }
    for (let i = this.linePos; i < at; i++) if (this.text.charCodeAt(i) === 10) this.lineNumber++;
    this.linePos = at;
    return this.lineNumber;
  }

  lineText(at: number): string {
    const start = this.text.lastIndexOf('\n', at - 1) + 1;
    const end = this.text.indexOf('\n', at);
    return this.text.slice(start, end < 0 ? undefined : end);
  }

  peek(offset = 0): string {
    return this.text[this.pos + offset] ?? '';
  }

  startsWith(s: string): boolean {
    return this.text.startsWith(s, this.pos);
  }

  unmatched(quote: string, from: number): ShellSyntaxError {
    return new ShellSyntaxError(`unexpected EOF while looking for matching \`${quote}'`, this.line(from), true);
  }
}
