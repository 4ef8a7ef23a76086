/** The files and folders that a caller's patterns mean. No shell is involved, so a pattern can never be a command. */
import { promises as fs } from 'node:fs';
import picomatch from 'picomatch';
import { realPlaceOf } from '../workspace.ts';
import { walk } from '../walk.ts';
import type { Operation } from '../operation.ts';
import type { HostResult } from '../protocol.ts';

type Entry = HostResult<'expand'>['entries'][number];

/** A name that exists means itself, brackets and all (`[id].tsx`); anything else with glob characters is matched against the files that git would track. */
export const expandPatterns: Operation<'expand'> = async ({ patterns, limit }, { workspace, signal }) => {
  const found = new Map<string, Entry>();
  const unmatched: string[] = [];
  const globs: { pattern: string; matches: (path: string) => boolean; hit: boolean }[] = [];
  const excludes: ((path: string) => boolean)[] = [];
  for (const pattern of patterns) {
    if (pattern.startsWith('!')) {
      excludes.push(globMatcher(relative(pattern.slice(1), workspace.root)));
      continue;
    }
    const place = await realPlaceOf(workspace, pattern);
    const stat = await fs.stat(place.path).catch(() => undefined);
    if (stat) found.set(place.rel, { path: place.rel, type: stat.isDirectory() ? 'dir' : 'file' });
    else if (/[*?[{(]/.test(pattern)) globs.push({ pattern, matches: globMatcher(place.rel), hit: false });
    else unmatched.push(pattern);
  }
  if (globs.length > 0) {
    for await (const entry of walk(workspace, { path: workspace.root, rel: '.' }, 64, signal)) {
      if (entry.type !== 'file') continue;
      for (const glob of globs) {
        if (!glob.matches(entry.rel)) continue;
        glob.hit = true;
        found.set(entry.rel, { path: entry.rel, type: 'file' });
      }
    }
  }
  unmatched.push(...globs.filter((glob) => !glob.hit).map((glob) => glob.pattern));
  const entries = [...found.values()].filter((entry) => !excludes.some((excluded) => excluded(entry.path)));
  entries.sort((a, b) => (a.path < b.path ? -1 : 1));
  return { entries: entries.slice(0, limit), unmatched, truncated: entries.length > limit };
};

/** A pattern without a slash means the project's own folder, as in a shell: `*.go` is not every Go file. */
function globMatcher(pattern: string): (path: string) => boolean {
  return picomatch(pattern, { dot: true });
}

function relative(pattern: string, root: string): string {
  return (pattern.startsWith(`${root}/`) ? pattern.slice(root.length + 1) : pattern).replace(/^(\.\/)+/, '');
}
