/** The log of what a ref has been, one line a move. */
import type { Repository } from './repository.ts';

/** Where nothing was before. */
export const NO_OID = '0'.repeat(40);

export interface ReflogEntry {
  before: string;
  after: string;
  /** `Name <email>`. */
  who: string;
  timestamp: number;
  timezoneOffset: number;
  message: string;
}

/** `+0130`. */
export function zone(offset: number): string {
  const minutes = Math.abs(offset);
  return `${offset > 0 ? '-' : '+'}${String(Math.floor(minutes / 60)).padStart(2, '0')}${String(minutes % 60).padStart(2, '0')}`;
}

/** Oldest first; none when the ref has no log. */
export async function readReflog(repo: Repository, ref: string): Promise<ReflogEntry[]> {
  const text = await repo.fs.promises.readFile(`${repo.gitdir}/logs/${ref}`, 'utf8').catch(() => '');
  return text.split('\n').flatMap((line): ReflogEntry[] => {
    const match = /^([0-9a-f]{40}) ([0-9a-f]{40}) (.*) (\d+) ([+-])(\d\d)(\d\d)\t?(.*)$/.exec(line);
    if (!match) return [];
    const minutes = Number(match[6]) * 60 + Number(match[7]);
    return [{ before: match[1]!, after: match[2]!, who: match[3]!, timestamp: Number(match[4]), timezoneOffset: match[5] === '-' ? minutes : 0 - minutes, message: match[8]! }];
  });
}

/** Writes a log anew, as `stash drop` does. Each entry's `before` becomes the entry below it, as with Git's `--rewrite`. */
export async function rewriteReflog(repo: Repository, ref: string, entries: readonly ReflogEntry[]): Promise<void> {
  let before = NO_OID;
  const lines = entries.map((entry) => {
    const line = `${before} ${entry.after} ${entry.who} ${entry.timestamp} ${zone(entry.timezoneOffset)}\t${entry.message}\n`;
    before = entry.after;
    return line;
  });
  await repo.fs.promises.writeFile(`${repo.gitdir}/logs/${ref}`, lines.join(''));
}
