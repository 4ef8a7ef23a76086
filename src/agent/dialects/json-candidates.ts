/** Finds the JSON in an answer that also thinks aloud, explains itself or uses code fences. */

/** Without what the model thought: paired tags go, an unclosed one cuts to the end, an orphan end tag cuts to the beginning. */
export function withoutThinking(text: string): string {
  let out = '';
  let from = 0;
  let thinking = false;
  // One pass: an answer of nothing but tags must not keep the page busy.
  for (const tag of text.matchAll(/<(\/?)think(?:ing)?>/gi)) {
    const closes = tag[1] !== '';
    if (!closes && !thinking) out += text.slice(from, tag.index);
    if (closes && !thinking) out = '';
    if (closes) from = tag.index + tag[0].length;
    thinking = !closes;
  }
  return thinking ? out : out + text.slice(from);
}

/** An answer of nothing but opening braces must not keep the page busy. */
const MAX_UNCLOSED = 100;

/** The inside of each code fence, then every balanced `{...}` in order of appearance, outermost first. */
export function jsonCandidates(text: string): string[] {
  const fenced = [...text.matchAll(/```[\w-]*[ \t]*\r?\n([\s\S]*?)```/g)].map((match) => match[1]!.trim()).filter((inside) => inside.startsWith('{'));
  const balanced: string[] = [];
  let unclosed = 0;
  for (let at = text.indexOf('{'); at >= 0; at = text.indexOf('{', at + 1)) {
    const end = balancedEnd(text, at);
    if (end === undefined) {
      // Each look at one that never closes goes through the rest of the text.
      if (++unclosed > MAX_UNCLOSED) break;
      continue;
    }
    balanced.push(text.slice(at, end));
    at = end - 1;
  }
  return [...new Set([...fenced, ...balanced])];
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
