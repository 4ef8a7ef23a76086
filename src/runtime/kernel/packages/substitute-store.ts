/** The folder in which WebAssembly builds of native packages appear: each is fetched from the registry when somebody first looks into it. */
import { type Substitute, SUBSTITUTES, SUBSTITUTES_FOLDER, substituteFolder } from '../../abi/substitutes.ts';
import { mkdirp } from '../fs/create.ts';
import { FileInode } from '../fs/file-inode.ts';
import { DirectoryInode, type Inode } from '../fs/inode.ts';
import { LazyDirectory } from '../fs/lazy-directory.ts';
import type { Vfs } from '../fs/vfs.ts';
import type { Fetcher } from '../outside/fetch-exchange.ts';
import { directoryAt } from '../packs/pack.ts';
import { adaptorFor } from './adaptors.ts';
import { fetchArchive, type PackageFile } from './fetch-archive.ts';

const ROOT = { uid: 0, gid: 0 };
const VERSION = /^\d{1,9}\.\d{1,9}\.\d{1,9}(-[0-9A-Za-z.-]{1,64})?$/;

export function installSubstitutes(vfs: Vfs, fetcher: Fetcher): void {
  const folder = SUBSTITUTES_FOLDER.slice(SUBSTITUTES_FOLDER.lastIndexOf('/') + 1);
  const parent = mkdirp(vfs, vfs.kernel, SUBSTITUTES_FOLDER.slice(0, -folder.length - 1), 0o755);
  parent.add(folder, new SubstituteStore(parent, vfs, fetcher));
}

class SubstituteStore extends DirectoryInode {
  private readonly vfs: Vfs;
  private readonly fetcher: Fetcher;

  constructor(parent: DirectoryInode, vfs: Vfs, fetcher: Fetcher) {
    super(0o755, ROOT, parent);
    this.vfs = vfs;
    this.fetcher = fetcher;
  }

  override lookup(name: string): Inode | undefined {
    const known = this.entries.get(name);
    if (known) return known;
    const at = name.lastIndexOf('@');
    const version = name.slice(at + 1);
    const entry = SUBSTITUTES.find(({ instead }) => substituteFolder(instead, version) === name);
    if (!entry || !VERSION.test(version)) return undefined;
    const build = new LazyDirectory(0o755, this, (directory) => this.fill(directory, entry, version));
    this.add(name, build);
    return build;
  }

  private async fill(directory: DirectoryInode, { instead, near = false, needs = [] }: Substitute, version: string): Promise<void> {
    const [files, ...needed] = await Promise.all([fetchArchive(this.fetcher, instead, version, near), ...needs.map((need) => this.needed(need))]) as [PackageFile[], ...PackageFile[][]];
    files.push(...needed.flat(), ...await adaptorFor(this.vfs, instead));
    this.vfs.storage.charge(files.reduce((sum, { bytes }) => sum + bytes.length, 0));
    for (const { path, mode, bytes } of files) {
      const slash = path.lastIndexOf('/');
      const inode = FileInode.viewing(bytes, (mode & 0o111) !== 0 ? 0o755 : 0o644, ROOT);
      directoryAt(directory, slash < 0 ? '' : path.slice(0, slash)).add(path.slice(slash + 1), inode);
    }
  }

  /** The files of a package that a build needs, at their place below it. */
  private async needed(need: string): Promise<PackageFile[]> {
    const at = need.lastIndexOf('@');
    const name = need.slice(0, at);
    const files = await fetchArchive(this.fetcher, name, need.slice(at + 1));
    return files.map((file) => ({ ...file, path: `node_modules/${name}/${file.path}` }));
  }
}
