/**
 * The page's side of `tabloom status`. A program in the sandbox cannot call the page; but both see the tool host's mail folder, and the page watches
 * the project anyway.
 */
import { HOST_FOLDER } from '../host/folder.ts';
import { STATUS_QUESTION, type PeersStatus } from '../shared/peers-status.ts';
import type { Engine } from './sandbox.ts';

const MAIL = `${HOST_FOLDER}/io/`;
/** Questions that are answered by one reading. More at once are no person's, and are asked again. */
const MAX_AT_ONCE = 20;

/**
 * @param read called once for all questions that are there
 * @returns to be told the paths that changed, relative to the project
 */
export function answerStatus(fs: Pick<Engine['fs'], 'readdir' | 'writeFile' | 'rm'>, read: () => Promise<PeersStatus>): (paths: ReadonlySet<string>) => void {
  const asked = new Set<string>();
  let answering = false;
  const answer = async (): Promise<void> => {
    while (asked.size > 0) {
      const names = [...asked].slice(0, MAX_AT_ONCE);
      asked.clear();
      try {
        // A path that was told may also be one that went.
        const there = new Set(await fs.readdir(MAIL));
        const open = names.filter((name) => there.has(`${name}.ask`));
        if (open.length === 0) continue;
        const text = JSON.stringify(await read());
        for (const name of open) {
          await fs.rm(`${MAIL}${name}.ask`, { force: true });
          await fs.writeFile(`${MAIL}${name}.json`, text);
        }
      } catch {
        // The sandbox is going, or the records cannot be read: who asks says that nothing came.
      }
    }
    answering = false;
  };
  return (paths) => {
    for (const path of paths) {
      const name = path.startsWith(MAIL) ? STATUS_QUESTION.exec(path.slice(MAIL.length))?.[1] : undefined;
      if (name !== undefined) asked.add(name);
    }
    if (asked.size === 0 || answering) return;
    answering = true;
    void answer();
  };
}
