/** What a folder of the project consists of, for the tools that have to find out how it is tested, linted or built. */
import { constants, promises as fs } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { relativeInside } from '../../shared/path.ts';
import { notFound, realPlaceOf } from '../workspace.ts';
import { AppError } from '../../shared/errors.ts';
import type { Operation } from '../operation.ts';

const MAX_TEXT = 1024 * 1024;
const hidden = new Set(['.git', '.tabloom']);

export const describeProject: Operation<'project'> = async ({ path, read, programs }, { workspace }) => {
  const place = await realPlaceOf(workspace, path);
  const found = await fs.readdir(place.path, { withFileTypes: true }).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOTDIR') throw new AppError('invalid_arguments', `path is not a directory: ${path}`);
    throw await notFound(workspace, path);
  });
  const entries = found.filter((entry) => !hidden.has(entry.name)).map((entry) => (
    { name: entry.name, type: entry.isDirectory() ? 'dir' as const : entry.isFile() || entry.isSymbolicLink() ? 'file' as const : 'other' as const }));
  const texts: Record<string, string> = {};
  for (const name of read) {
    const text = await smallText(join(place.path, name));
    if (text !== undefined && relativeInside(place.path, join(place.path, name)) !== undefined) texts[name] = text;
  }
  const where: Record<string, string> = {};
  for (const name of programs) {
    const program = await programNamed(name, place.path, workspace.root);
    if (program !== undefined) where[name] = program;
  }
  return { path: place.path, rel_path: place.rel, entries, texts, programs: where };
};

async function smallText(path: string): Promise<string | undefined> {
  try {
    const stat = await fs.stat(path);
    return stat.isFile() && stat.size <= MAX_TEXT ? await fs.readFile(path, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}

/** As npm's scripts find programs: in `node_modules/.bin` of every folder from here to the root, then on the PATH. */
async function programNamed(name: string, folder: string, root: string): Promise<string | undefined> {
  const folders: string[] = [];
  for (let at = folder; relativeInside(root, at) !== undefined; at = dirname(at)) folders.push(join(at, 'node_modules/.bin'));
  folders.push(...(process.env.PATH ?? '').split(delimiter).filter((part) => part !== ''));
  for (const one of folders) {
    const full = join(one, name);
    const runs = await fs.access(full, constants.X_OK).then(async () => (await fs.stat(full)).isFile(), () => false);
    if (runs) return full;
  }
  return undefined;
}
