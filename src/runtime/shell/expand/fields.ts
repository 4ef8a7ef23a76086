/** Collects the fields that a word expands to. */
import { escapePattern } from './pattern.ts';

export interface Field {
  plain: string;
  /** The same as a pattern: quoted characters are escaped. */
  pattern: string;
  quoted: boolean;
}

export class Fields {
  readonly done: Field[] = [];
  private current: Field | null = null;
  private readonly ifs: string;

  constructor(ifs: string) {
    this.ifs = ifs;
  }

  private field(): Field {
    return (this.current ??= { plain: '', pattern: '', quoted: false });
  }

  quoted(s: string): void {
    const field = this.field();
    field.plain += s;
    field.pattern += escapePattern(s);
    field.quoted = true;
  }

  /** Unquoted text that is not split (it stood in the script). */
  literal(s: string): void {
    const field = this.field();
    field.plain += s;
    field.pattern += s;
  }

  /** The result of an unquoted expansion. */
  split(s: string): void {
    if (s === '') return;
    const { ifs } = this;
    if (ifs === '') {
      this.literal(s);
      return;
    }
    let start = 0;
    for (let i = 0; i < s.length;) {
      const c = s[i]!;
      if (!ifs.includes(c)) {
        i++;
        continue;
      }
      if (i > start) this.literal(s.slice(start, i));
      // Blanks around one other separator count with it.
      let hard = false;
      let j = i;
      for (; j < s.length && ifs.includes(s[j]!); j++) {
        if (!' \t\n'.includes(s[j]!)) {
          if (hard) break;
          hard = true;
        }
      }
      if (hard) {
        this.field();
        this.end();
      } else this.end();
      i = j;
      start = j;
    }
    if (start < s.length) this.literal(s.slice(start));
  }

  /** Ends the field that has begun, if one has. */
  end(): void {
    if (this.current) this.done.push(this.current);
    this.current = null;
  }
}
