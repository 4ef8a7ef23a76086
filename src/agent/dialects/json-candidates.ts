/** Finds the JSON in an answer that also thinks aloud, explains itself or uses code fences. */

/** Where an object begins, in JSON or in what models write for it; a brace of the prose, as in `{x}`, begins none. */
const OBJECT = String.raw`\{\s*(?:["'“”}/]|[\w$-]+\s*:)`;

/** An answer of nothing but opening braces must not keep the page busy. */
const MAX_UNCLOSED = 100;

/** Without what the model thought: paired tags go, an unclosed one cuts to the end, an orphan end tag cuts to the beginning. Tags inside of an object belong to its texts. */
export function withoutThinking(text: string): string {
  let out = '';
  let from = 0;
  let thinking = false;
  let unclosed = 0;
  // One pass: an answer of nothing but tags must not keep the page busy.
  const mark = new RegExp(`<(/?)think(?:ing)?>|${OBJECT}`, 'gi');
  for (let found = mark.exec(text); found; found = mark.exec(text)) {
    if (found[0].startsWith('{')) {
      if (thinking || unclosed > MAX_UNCLOSED) continue;
      const end = balancedEnd(text, found.index);
      if (end === undefined) unclosed++;
      else mark.lastIndex = end;
      continue;
    }
    const closes = found[1] !== '';
    if (!closes && !thinking) out += text.slice(from, found.index);
    if (closes && !thinking) out = '';
    if (closes) from = found.index + found[0].length;
    thinking = !closes;
  }
  return thinking ? out : out + text.slice(from);
}

/**
 * Every object of the answer, outermost only, in order of appearance. After one that never ends there are none: what follows is inside of an answer that was cut off, or of a text
 * whose quotes were not escaped, and an envelope in there was never meant as one.
 */
export function jsonCandidates(text: string): string[] {
  const found: string[] = [];
  const start = new RegExp(OBJECT, 'g');
  for (let match = start.exec(text); match; match = start.exec(text)) {
    const end = balancedEnd(text, match.index);
    if (end === undefined) break;
    found.push(text.slice(match.index, end));
    start.lastIndex = end;
  }
  return [...new Set(found)];
}

/** Where the object that begins at `start` ends; braces inside of strings do not count. */
export function balancedEnd(text: string, start: number): number | undefined {
  let depth = 0;
  let quoted = false;
  for (let at = start; at < text.length; at++) {
    const char = text[at];
    if (quoted) {
      if (char === '\\') at++;
      else if (char === '"') quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === '{') depth++;
    else if (char === '}' && --depth === 0) return at + 1;
  }
  return undefined;
}
