/** Reports that programs write for their caller: in a file, because what they or the project's own code print would run into a report on a stream. */
import { promises as fs } from 'node:fs';
import { AppError } from '../../shared/errors.ts';
import { HOST_FOLDER } from '../protocol.ts';
import { realPlaceOf } from '../workspace.ts';
import type { Operation } from '../operation.ts';

export const takeReport: Operation<'report'> = async ({ name, max_bytes, prepare }, { workspace }) => {
  await fs.mkdir(`${workspace.root}/${HOST_FOLDER}/out`, { recursive: true });
  // The program may have put a link in its place, which must not lead outside.
  const place = await realPlaceOf(workspace, `${HOST_FOLDER}/out/${name}`);
  const about = { path: place.path, rel_path: place.rel };
  const stat = await fs.lstat(place.path).catch(() => undefined);
  if (!stat) return { ...about, size: 0 };
  try {
    if (prepare) return { ...about, size: 0 };
    if (!stat.isFile()) throw new AppError('invalid_arguments', `The report is not a file: ${place.rel}`);
    return stat.size > max_bytes ? { ...about, size: stat.size } : { ...about, size: stat.size, content: await fs.readFile(place.path, 'utf8') };
  } finally {
    await fs.rm(place.path, { recursive: true, force: true });
  }
};
