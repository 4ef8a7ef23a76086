/** Test files that name items of the documents, by reading their sources: fast, and enough to see that nothing is missing. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { idsInTitle, items } from './items.ts';

const here = import.meta.dirname;
const tests = join(here, '..', '..');

/** Paths of the test files, relative to `test/`, with the ids that stand in them. */
export function scanSources(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const name of readdirSync(tests, { recursive: true, encoding: 'utf8' })) {
    const path = name.replaceAll('\\', '/');
    if (!/\.(?:test|spec)\.ts$/.test(path) || path.startsWith('tools/coverage/')) continue;
    const ids = [...new Set(idsInTitle(readFileSync(join(tests, name), 'utf8')))];
    if (ids.length > 0) found.set(path, ids);
  }
  return found;
}

/** What is wrong with a set of ids: items of now that none of them proves, and ids that no item has. */
export function gaps(ids: ReadonlySet<string>): { unproven: string[]; unknown: string[] } {
  const known = new Set(items.map((item) => item.id));
  return {
    unproven: items.filter((item) => item.later === undefined && !ids.has(item.id)).map((item) => item.id),
    unknown: [...ids].filter((id) => !known.has(id)),
  };
}
