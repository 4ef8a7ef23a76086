/** The beginning of SKILL.md and AGENT.md: `name`, `description` and `role` between two lines of dashes. */

export interface FrontMatter {
  fields: Record<string, string>;
  /** The text after it. */
  body: string;
}

/** Reads top-level fields with one text each: plain, quoted, folded over lines, or a block after `|` or `>`. What it does not understand it leaves out. */
export function readFrontMatter(text: string): FrontMatter {
  const found = /^\ufeff?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)??---[ \t]*(?:\r?\n|$)/.exec(text);
  if (!found) return { fields: {}, body: text };
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  const lines = (found[1] ?? '').split(/\r?\n/);
  for (let at = 0; at < lines.length; at++) {
    const head = /^([A-Za-z][\w-]*):(?:[ \t]+(.*)|[ \t]*)$/.exec(lines[at]!);
    if (!head) continue;
    const more: string[] = [];
    while (at + 1 < lines.length && /^(?:[ \t]|$)/.test(lines[at + 1]!)) more.push(lines[++at]!);
    fields[head[1]!] = valueOf((head[2] ?? '').trim(), more);
  }
  return { fields: { ...fields }, body: text.slice(found[0].length) };
}

function valueOf(first: string, more: readonly string[]): string {
  const block = /^([|>])[+-]?\d*$/.exec(first);
  if (block) {
    const indent = Math.min(...more.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length));
    const lines = more.map((line) => line.slice(indent));
    return (block[1] === '|' ? lines.join('\n') : lines.join('\n').replace(/([^\n])\n(?=[^\n])/g, '$1 ')).trim();
  }
  const joined = [first, ...more.map((line) => line.trim())].filter((part) => part !== '').join(' ');
  if (/^"(?:[^"\\]|\\.)*"$/.test(joined)) {
    try {
      return JSON.parse(joined) as string;
    } catch {
      return joined.slice(1, -1);
    }
  }
  if (/^'(?:[^']|'')*'$/.test(joined)) return joined.slice(1, -1).replaceAll("''", "'");
  return joined.replace(/[ \t]#.*$/, '').trim();
}
