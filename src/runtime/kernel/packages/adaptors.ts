/** Files of ours in the folders of builds: where a build takes other arguments than the native part that it stands in for, or lies elsewhere, what is between them. They come with npm's own files (`src/build/npm-pack.ts`), not with the kernel. */
import { ADAPTOR } from '../../abi/substitutes.ts';
import { whenThere } from '../fs/not-yet.ts';
import { readWhole } from '../fs/open.ts';
import type { Vfs } from '../fs/vfs.ts';
import type { PackageFile } from './fetch-archive.ts';

const FOLDER = '/usr/lib/node_modules/npm/tabloom/adaptors';

/** By the build's name: the file there, and its place in the build. */
const ADAPTORS: { readonly [name: string]: { file: string; path: string; mode: number } } = {
  '@swc/wasm': { file: 'swc.cjs', path: ADAPTOR, mode: 0o644 },
  bcryptjs: { file: 'bcrypt.cjs', path: ADAPTOR, mode: 0o644 },
  'tabloom-better-sqlite3': { file: 'better-sqlite3.cjs', path: ADAPTOR, mode: 0o644 },
  'tabloom-sqlite3': { file: 'sqlite3.cjs', path: ADAPTOR, mode: 0o644 },
  'tabloom-watcher': { file: 'watcher.cjs', path: ADAPTOR, mode: 0o644 },
  // The program itself, which says that it is another one.
  typescript: { file: 'tsc.cjs', path: 'lib/tsc', mode: 0o755 },
};

/** None for most builds. */
export async function adaptorFor(vfs: Vfs, build: string): Promise<PackageFile[]> {
  const adaptor = ADAPTORS[build];
  if (adaptor === undefined) return [];
  const { file, path, mode } = adaptor;
  return [{ path, mode, bytes: (await whenThere(() => readWhole(vfs, vfs.kernel, `${FOLDER}/${file}`)))!.slice() }];
}
