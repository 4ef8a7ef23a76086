import { promises as fs } from 'node:fs';
import * as nodePath from 'node:path';

/** Whether a program of that name lies in one of the PATH's folders; `cwd` is what an empty folder in it means. */
export async function onPath(name: string, path: string | undefined, cwd: string): Promise<boolean> {
  for (const folder of (path ?? '').split(':')) {
    const file = nodePath.resolve(cwd, folder, name);
    if (await fs.access(file, fs.constants.X_OK).then(() => true, () => false)) return true;
  }
  return false;
}
