/** The sandbox's side of `tabloom status`: leaves a question in the mail folder and waits for the page's answer. */
import * as fs from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import type { PeersStatus } from '../../shared/peers-status.ts';

/** A page that starts, or changes its owner, takes a few seconds. */
const ANSWER_MS = 15_000;
/** The watch tells of an answer at once; this is for one that it missed. */
const LOOK_MS = 500;

/** @throws AppError `no_answer` */
export async function askPage(mail: string): Promise<PeersStatus> {
  // Two commands at the same moment must not take each other's answer; Node's own random names take longer to load than all else here.
  const name = `status-${process.pid.toString(16)}-${Math.random().toString(16).slice(2)}`;
  const question = join(mail, `${name}.ask`);
  const answer = join(mail, `${name}.json`);
  const read = (): PeersStatus | undefined => {
    try {
      return JSON.parse(fs.readFileSync(answer, 'utf8')) as PeersStatus;
    } catch {
      // Not there, or not yet whole.
      return undefined;
    }
  };
  fs.mkdirSync(mail, { recursive: true });
  let watcher: fs.FSWatcher | undefined;
  let look: NodeJS.Timeout | undefined;
  let end: NodeJS.Timeout | undefined;
  try {
    return await new Promise<PeersStatus>((resolve, reject) => {
      const check = (): void => {
        const status = read();
        if (status) resolve(status);
      };
      watcher = fs.watch(mail, check);
      look = setInterval(check, LOOK_MS);
      end = setTimeout(() => reject(new AppError('no_answer', `The page did not answer within ${ANSWER_MS / 1000} s. Is it still starting, or was the tab that runs the project stopped?`)), ANSWER_MS);
      fs.writeFileSync(question, '');
      check();
    });
  } finally {
    watcher?.close();
    clearInterval(look);
    clearTimeout(end);
    for (const path of [question, answer]) fs.rmSync(path, { force: true });
  }
}
