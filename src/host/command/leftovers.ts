/**
 * Background commands end with their host. One that is killed has no time for that, so each has a note while it runs, with its number and its start: the next
 * host ends what is still there.
 */
import * as fs from 'node:fs';
import { HOST_FOLDER } from '../folder.ts';
import type { Workspace } from '../workspace.ts';

const SUFFIX = '.pid';

const noteOf = ({ root }: Workspace, handle: string): string => `${root}/${HOST_FOLDER}/io/${handle}${SUFFIX}`;

export function noteStart(workspace: Workspace, handle: string, pid: number | undefined): void {
  const started = pid === undefined ? undefined : startOf(pid);
  if (started !== undefined) fs.writeFileSync(noteOf(workspace, handle), `${pid} ${started}`);
}

export function noteEnd(workspace: Workspace, handle: string): void {
  fs.rmSync(noteOf(workspace, handle), { force: true });
}

/** Ends what a host before this one left behind. */
export function endLeftovers(workspace: Workspace): void {
  const folder = `${workspace.root}/${HOST_FOLDER}/io`;
  for (const name of fs.readdirSync(folder)) {
    if (!name.endsWith(SUFFIX)) continue;
    try {
      const [pid, started] = fs.readFileSync(`${folder}/${name}`, 'utf8').split(' ');
      // The number alone may be another's by now.
      if (/^\d+$/.test(pid ?? '') && Number(pid) > 1 && startOf(Number(pid)) === started) process.kill(-Number(pid), 'SIGKILL');
    } catch {
      // Gone meanwhile.
    }
    fs.rmSync(`${folder}/${name}`, { force: true });
  }
}

/** When the process began, in ticks since the system did; undefined when there is none, or no way to tell. */
function startOf(pid: number): string | undefined {
  try {
    // The name in parentheses may have spaces; the start is the twentieth field behind it.
    return fs.readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '').split(' ')[19];
  } catch {
    return undefined;
  }
}
