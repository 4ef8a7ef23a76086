/** Builds in WebAssembly that are brought when the package that needs them is installed: so the relay keeps them, and their first use needs no network. */
import { SUBSTITUTES_FOLDER } from '../../abi/substitutes.ts';
import { whenThere } from '../fs/not-yet.ts';
import type { Vfs } from '../fs/vfs.ts';

/** By their folders' names. A line of JSON with those that could not be had. */
export async function bringBuilds(vfs: Vfs, names: readonly string[]): Promise<string> {
  const missing: string[] = [];
  await Promise.all(names.map(async (name) => {
    try {
      await whenThere(() => vfs.lookup(vfs.kernel, `${SUBSTITUTES_FOLDER}/${name}/package.json`));
    } catch {
      missing.push(name);
    }
  }));
  return JSON.stringify(missing);
}
