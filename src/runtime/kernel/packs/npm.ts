/** The npm command line as an installation of Node brings it: `/usr/lib/node_modules/npm`, with `npm` and `npx` on the path. Its files come with the first use. */
import { NPM_ASSET } from '../../frames/messages.ts';
import type { Assets } from '../assets.ts';
import { mkdirp, symlink } from '../fs/create.ts';
import { LazyDirectory } from '../fs/lazy-directory.ts';
import type { Vfs } from '../fs/vfs.ts';
import { unpackInto } from './pack.ts';

const MODULES = '/usr/lib/node_modules';
/** They start npm's own programs, and let them have what is kept (`src/runtime/npm/`). */
const COMMANDS = { npm: 'tabloom/npm.cjs', npx: 'tabloom/npx.cjs' };

export function installNpm(vfs: Vfs, assets: Assets): void {
  const modules = mkdirp(vfs, vfs.kernel, MODULES, 0o755);
  modules.add('npm', new LazyDirectory(0o755, modules, (directory) => unpackInto(directory, assets, NPM_ASSET, vfs.storage)));
  for (const [name, file] of Object.entries(COMMANDS)) symlink(vfs, vfs.kernel, `../lib/node_modules/npm/${file}`, `/usr/bin/${name}`);
}
