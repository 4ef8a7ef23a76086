/**
 * The longest of the leftmost matches, as POSIX has it: JavaScript's engine finds where one begins, and stops at the first alternative that fits. From there the ends that each part of the
 * expression can reach are followed as sets of places, so nothing is tried twice; groups get what is longest from left to right.
 */

/** Alternatives (`ways`), or a piece without any (`regex`), so many times; what it holds last is the group's, 0 being the whole and -1 none. */
interface Part { ways?: Part[][]; regex?: RegExp; group: number; min: number; max: number }

/** Characters of a match whose groups are told as POSIX has them. */
const MAX_ASSIGNED = 1_000;

/** `regex` itself where both agree, which is where nothing but single characters is optional or repeated. */
export function longest(regex: RegExp): RegExp {
  return /(?<!\\)(?:\\\\)*(?:\||\)[*+?{])/.test(regex.source) ? new LongestRegExp(regex, regex.flags) : regex;
}

class LongestRegExp extends RegExp {
  /** None where an expression refers back to a group: how far it reaches then depends on what the group took. */
  private readonly parts: Part[] | null;

  /** Also called by `matchAll` and `split`, which copy. */
  constructor(from: RegExp | LongestRegExp, flags: string) {
    super(from, flags);
    this.parts = from instanceof LongestRegExp ? from.parts : parse(from.source, from.flags.replace('g', '') + 'y');
  }

  /** Whether anything fits does not depend on how much. */
  override test(text: string): boolean {
    return super.exec(text) !== null;
  }

  override exec(text: string): RegExpExecArray | null {
    let match = super.exec(text);
    if (!match) return null;
    const { index } = match;
    let end = index + match[0].length;
    if (end === text.length) {
      // Nothing is longer.
    } else if (this.parts) {
      for (const at of through(text, this.parts, new Set([index]))) end = Math.max(end, at);
      const whole = text.slice(index, end);
      if (whole.length > match[0].length) {
        match.fill(undefined!);
        // Turn by turn takes the square of the length; JavaScript's own choice of groups is nearly always the same.
        if (whole.length < MAX_ASSIGNED) assign(text, this.parts, index, end, match);
        else Object.assign(match, [...new RegExp(`^(?:${this.source})(?![^])`, this.flags.replace(/[gy]/g, '')).exec(whole) ?? [whole]]);
      }
    } else if (!/\)[*+?{]/.test(this.source)) {
      // The last of these tries fails, and with a repeated group that would take all ways to divide the text between its turns.
      for (let more: RegExpExecArray | null = match; more; end = index + match[0].length) {
        match = more;
        const longer: RegExp = new RegExp(`(?:${this.source})(?<=[^]{${[...text.slice(0, index + match[0].length)].length + 1}})`, `${this.flags.replace(/[gy]/g, '')}y`);
        longer.lastIndex = index;
        more = longer.exec(text);
      }
    }
    if (this.global || this.sticky) this.lastIndex = end;
    return match;
  }
}

/** Reads what `toJsRegex` wrote. */
function parse(source: string, flags: string): Part[] | null {
  const tokens = source.match(/\((?:\?:|\?<?[=!][^)]*\))?|\[(?:\\.|[^\]])*\]|\\x..|\\[^]|\{[\d,]+\}|[^]/gu) ?? [];
  let groups = 0;
  let at = 0;
  const ways = (): Part[][] => {
    const out: Part[][] = [[]];
    for (let open = false; at < tokens.length && tokens[at] !== ')'; at++) {
      const token = tokens[at]!;
      if (token === '|') {
        out.push([]);
        open = false;
        continue;
      }
      const way = out.at(-1)!;
      const part: Part = { group: -1, min: 1, max: 1 };
      if (token === '(' || token === '(?:') {
        if (token === '(') part.group = ++groups;
        at++;
        part.ways = ways();
      }
      const times = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})$/.exec(tokens[at + 1] ?? '');
      if (times) {
        at++;
        part.min = Number(times[2] ?? (times[1] === '+' ? 1 : 0));
        part.max = times[1] === '?' ? 1 : times[1] || (times[3] && !times[4]) ? Infinity : Number(times[4] || times[2]);
      }
      const plain = !part.ways && !times;
      // Neighbours that are there once are one piece.
      if (plain && open) way.at(-1)!.regex = new RegExp(way.at(-1)!.regex!.source + token, flags);
      else {
        if (!part.ways) part.regex = new RegExp(token, flags);
        way.push(part);
      }
      open = plain;
    }
    return out;
  };
  return tokens.some((token) => /^\\[1-9]/.test(token)) ? null : [{ ways: ways(), group: 0, min: 1, max: 1 }];
}

/** Where `parts`, one after the other, can end. */
function through(text: string, parts: Part[], from: Set<number>): Set<number> {
  return parts.reduce((places, part) => repeated(text, part, places), from);
}

function repeated(text: string, part: Part, from: Set<number>): Set<number> {
  const out = new Set(part.min > 0 ? [] : from);
  for (let n = 1, now = from; n <= part.max && now.size > 0; n++) {
    now = once(text, part, now);
    if (n < part.min) continue;
    for (const at of now) {
      if (!out.has(at)) out.add(at);
      else if (part.max === Infinity) now.delete(at);
    }
  }
  return out;
}

function once(text: string, { ways, regex }: Part, from: Set<number>): Set<number> {
  const out = new Set<number>();
  for (const way of ways ?? []) for (const at of through(text, way, from)) out.add(at);
  if (regex) for (const at of from) {
    regex.lastIndex = at;
    if (regex.test(text)) out.add(regex.lastIndex);
  }
  return out;
}

/** Says what each group holds when `parts` reach from `at` to `end`: the first alternative that allows it, as glibc has it, with as much as it can take. */
function assign(text: string, parts: Part[], at: number, end: number, groups: (string | undefined)[]): void {
  while (parts.length > 0) {
    const [part, ...after] = parts as [Part, ...Part[]];
    const { ways, group, min, max } = part;
    const again = [{ ...part, min: Math.max(0, min - 1), max: max - 1 }, ...after];
    /** The farthest place that `first` leads to and from which `rest` leads to the end. */
    const split = (first: Part[], rest: Part[]): number | undefined => [...through(text, first, new Set([at]))].sort((a, b) => b - a).find((place) => through(text, rest, new Set([place])).has(end));
    let next = ways ? at : split([part], after)!;
    parts = after;
    for (const way of (max > 0 && ways) || []) {
      const to = split(way, again);
      if (to === undefined || (to === at && min <= 0)) continue;
      assign(text, way, at, to, groups);
      if (group >= 0) groups[group] = text.slice(at, to);
      next = to;
      parts = again;
      break;
    }
    at = next;
  }
}
