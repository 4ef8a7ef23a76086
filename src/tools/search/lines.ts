import type { HostResult } from '../../host/protocol.ts';

type Match = HostResult<'search'>['matches'][number];

/** As grep prints it: `file:line:text`, context lines with `-`, and `--` between places that do not touch. */
export function matchLines(matches: readonly Match[], numbered: boolean): string {
  const lines: string[] = [];
  const hits = new Set(matches.map((match) => `${match.path}:${match.line}`));
  let last: { path: string; line: number } | undefined;
  for (const match of matches) {
    const first = match.line - match.before.length;
    const around = match.before.length + match.after.length > 0;
    if (around && last && (last.path !== match.path || first > last.line + 1)) lines.push('--');
    const all = [...match.before, match.text, ...match.after];
    for (const [index, text] of all.entries()) {
      const line = first + index;
      if (last?.path === match.path && line <= last.line) continue;
      // A following match prints itself, with its own context.
      if (line > match.line && hits.has(`${match.path}:${line}`)) break;
      const mark = line === match.line ? ':' : '-';
      lines.push(numbered ? `${match.path}${mark}${line}${mark}${text}` : `${match.path}${mark}${text}`);
      last = { path: match.path, line };
    }
  }
  return lines.join('\n');
}
