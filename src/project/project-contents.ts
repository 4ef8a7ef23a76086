/** What a project consists of in this browser: its files, its work, what its tabs agreed on, how its tabs looked. */
import { deleteDB } from 'idb';
import { copyWork, removeWork } from '../work/store/project-work.ts';
import { delay } from '../shared/abort.ts';
import { AppError } from '../shared/errors.ts';
import { copyDurable, deleteDurable, sizeOfDurable } from './durable-copies.ts';
import { openDurableFs } from './durable-fs.ts';
import type { ProjectContents } from './projects.ts';
import { openSessionDb } from './session-db.ts';
import type { SnapshotNode } from './snapshot.ts';

export const projectContents: ProjectContents = {
  write: writeStoredFiles,
  async copy(from, to) {
    await copyDurable(from, to).catch((error: unknown) => {
      // A project that was never saved begins like its original.
      if (AppError.from(error).code !== 'not_found') throw error;
    });
    await copyWork(from, to);
  },
  async remove(id) {
    await deleteDurable(id);
    await removeWork(id);
    await openSessionDb().forget(id);
    // A page that is frozen does not let go; what it agreed on with itself is of no use to anybody.
    await Promise.race([deleteDB(`tabloom-peers:${id}`), delay(2000, new AbortController().signal)]);
  },
  size: async (id) => (await sizeOfDurable(id)).bytes,
};

/** Saves a tree as the files of a project that is open nowhere. */
export async function writeStoredFiles(id: string, root: SnapshotNode): Promise<void> {
  const durable = openDurableFs(id);
  // Sees to it that LightningFS has its own record before it is asked to write.
  await durable.exists();
  const write = async (path: string, node: SnapshotNode): Promise<void> => {
    if ('f' in node) return 'l' in node.f ? durable.symlink(path, node.f.l) : durable.writeFile(path, node.f.c, { mode: node.f.m, changedMs: node.f.t });
    await durable.mkdir(path);
    for (const [name, child] of Object.entries(node.d)) await write(path === '' ? name : `${path}/${name}`, child);
  };
  await write('', root);
  await durable.commit();
}
