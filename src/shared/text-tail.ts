/** The end of a text that comes in pieces: of a flood nobody wants all, but everybody wants how it ended. */

export interface TextTail {
  add(text: string): void;
  /** Characters that were added since the last `take`, kept or not. */
  readonly added: number;
  /** What is kept, at most `max` characters, and how many came before it; the tail is empty afterwards. A tail with something missing begins with a line: half an escape sequence would be shown as text. */
  take(): { text: string; left: number };
}

export function textTail(max: number): TextTail {
  let kept = '';
  let added = 0;
  return {
    get added() { return added; },
    add(text) {
      added += text.length;
      kept += text;
      // Cut now and then, not with each piece.
      if (kept.length > 2 * max) kept = kept.slice(-max);
    },
    take() {
      let text = kept.slice(-max);
      if (text.length < added) text = text.slice(text.indexOf('\n') + 1);
      const left = added - text.length;
      kept = '';
      added = 0;
      return { text, left };
    },
  };
}
