/** Lists of words, and patterns with one `%`. */

export function split(text: string): string[] {
  return text.split(/[ \t\n\r]+/).filter((word) => word !== '');
}

/** The part of `word` that `%` stands for, or undefined. A pattern without `%` matches itself, with an empty stem. */
export function stem(pattern: string, word: string): string | undefined {
  const at = pattern.indexOf('%');
  if (at < 0) return pattern === word ? '' : undefined;
  const before = pattern.slice(0, at);
  const after = pattern.slice(at + 1);
  if (word.length < before.length + after.length || !word.startsWith(before) || !word.endsWith(after)) return undefined;
  return word.slice(before.length, word.length - after.length);
}

/** The first `%` becomes the stem. */
export function fill(pattern: string, part: string): string {
  const at = pattern.indexOf('%');
  return at < 0 ? pattern : pattern.slice(0, at) + part + pattern.slice(at + 1);
}

export function patsubst(words: readonly string[], from: string, to: string): string[] {
  return words.map((word) => {
    const part = stem(from, word);
    if (part === undefined) return word;
    return from.includes('%') ? fill(to, part) : to;
  });
}

/** `$(V:.c=.o)` and `$(V:%.c=%.o)`. */
export function replaceSuffix(text: string, from: string, to: string): string {
  return (from.includes('%') ? patsubst(split(text), from, to) : patsubst(split(text), `%${from}`, `%${to}`)).join(' ');
}

/** The folder with its slash, as `$(dir)` has it. */
export function dirPart(name: string): string {
  return name.includes('/') ? name.slice(0, name.lastIndexOf('/') + 1) : './';
}

export function notdirPart(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

export function suffixPart(name: string): string {
  const base = notdirPart(name);
  return base.includes('.') ? base.slice(base.lastIndexOf('.')) : '';
}
