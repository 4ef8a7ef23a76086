/**
 * What locks protect in a storm: a file for each key, which the tool host's own code appends to, with all that it checks. The number of the lock
 * under which a line was written is the line.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDispatcher } from '../../src/host/dispatch.ts';
import type { ReplyLine } from '../../src/host/protocol.ts';
import { AppError } from '../../src/shared/errors.ts';

export interface GuardedPlaces {
  /** What a page sends that has just seen its lock stand. @returns false when the writer's check refuses it, as `stale_lock` */
  write(key: string, run: string, fence: number): Promise<boolean>;
  /** The numbers of all that was written under that key, in the order of the file. */
  written(key: string): number[];
  close(): void;
}

export function guardedPlaces(keys: readonly string[]): GuardedPlaces {
  const root = mkdtempSync(join(tmpdir(), 'tabloom-guarded-'));
  const fileOf = new Map(keys.map((key, index) => [key, `guarded-${index}`]));
  for (const file of fileOf.values()) writeFileSync(join(root, file), '');
  const answers = new Map<string, (line: ReplyLine) => void>();
  const host = createDispatcher({ root }, (line) => { if ('id' in line) answers.get(line.id)?.(line); });
  let asked = 0;
  return {
    async write(key, run, fence) {
      const id = `write-${++asked}`;
      const lease = { key, path: fileOf.get(key)!, fence, run, agent: run };
      const answer = new Promise<ReplyLine>((done) => { answers.set(id, done); });
      await host.request(id, 'append', { path: lease.path, content: `${fence}\n`, guard: { run, held: [lease], leases: [lease] } });
      const line = await answer;
      answers.delete(id);
      if (!('error' in line)) return true;
      const error = AppError.fromJSON(line.error);
      if (error.code !== 'stale_lock') throw error;
      return false;
    },
    written: (key) => readFileSync(join(root, fileOf.get(key)!), 'utf8').split('\n').slice(0, -1).map(Number),
    close: () => rmSync(root, { recursive: true, force: true }),
  };
}
