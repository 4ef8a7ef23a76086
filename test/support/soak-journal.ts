/** What a long run has done so far: in the cache, one JSON line for each suite that ended, below a line that says what was run and when. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { root } from '../../src/build/paths.ts';

export interface SoakRow { name: string; passed: number; failed: number; skipped: number; seconds: number; failures: string[] }

interface Head { commit: string; paths: string[]; started: string; /** Times that it was begun or gone on with. */ parts: number }

export interface Journal { head: Head; rows: SoakRow[] }

/** Enough of an error to know it by. */
export const firstLine = (text: string | undefined): string => (text ?? '').split('\n')[0]!;

/** The commit that is worked on; with a mark where files differ from it. */
export function revision(): string {
  const git = (...args: string[]): string => execFileSync('git', args, { cwd: root }).toString().trim();
  return git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain', '--untracked-files=no') === '' ? '' : ' with changes');
}

export function begin(file: string, paths: string[]): Journal {
  mkdirSync(dirname(file), { recursive: true });
  const head: Head = { commit: revision(), paths, started: new Date().toISOString(), parts: 1 };
  writeFileSync(file, `${JSON.stringify(head)}\n`);
  return { head, rows: [] };
}

/** @throws Error when there is nothing to go on with, or the project has changed since: half of one state and half of another prove nothing. */
export function goOn(file: string): Journal {
  if (!existsSync(file)) throw new Error('There is no run to go on with. Start one without --continue.');
  const journal = read(file);
  if (journal.head.commit !== revision()) throw new Error(`The run to go on with was of ${journal.head.commit}, and this is ${revision()}. Start a new one without --continue.`);
  journal.head.parts++;
  writeFileSync(file, [journal.head, ...journal.rows].map((line) => `${JSON.stringify(line)}\n`).join(''));
  return journal;
}

export function read(file: string): Journal {
  const [head, ...rows] = readFileSync(file, 'utf8').trimEnd().split('\n').map((line) => JSON.parse(line) as unknown);
  // A suite is one name: what ran again counts as it ended last.
  return { head: head as Head, rows: [...new Map((rows as SoakRow[]).map((row) => [row.name, row])).values()] };
}

export function note(file: string, rows: readonly SoakRow[]): void {
  for (const row of rows) appendFileSync(file, `${JSON.stringify(row)}\n`);
}
