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
import { fits } from './ranges.ts';

const ROOT = { uid: 0, gid: 0 };
/** All that a build has to have, for `builds-ahead.ts` looks for it. */
const MANIFEST: PackageFile[] = [{ path: 'package.json', mode: 0o644, bytes: new TextEncoder().encode('{}\n') }];
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

  private async fill(directory: DirectoryInode, { instead, near = false, own = false, needs = false }: Substitute, version: string): Promise<void> {
    const build = own ? MANIFEST : await fetchArchive(this.fetcher, instead, version, near);
    const files = [...build, ...needs ? await this.needed(build, '', new Map()) : [], ...await adaptorFor(this.vfs, instead)];
    this.vfs.storage.charge(files.reduce((sum, { bytes }) => sum + bytes.length, 0));
    for (const { path, mode, bytes } of files) {
      const slash = path.lastIndexOf('/');
      const inode = FileInode.viewing(bytes, (mode & 0o111) !== 0 ? 0o755 : 0o644, ROOT);
      directoryAt(directory, slash < 0 ? '' : path.slice(0, slash)).add(path.slice(slash + 1), inode);
    }
  }

  /** The files of what a package depends on, below its own `place`, but for what it `sees` around it. As npm does it: the builds are tried with that. */
  private async needed(files: readonly PackageFile[], place: string, sees: ReadonlyMap<string, string>): Promise<PackageFile[]> {
    const { dependencies = {}, peerDependencies = {} } = manifestOf(files, place);
    const missing = Object.entries({ ...peerDependencies, ...dependencies }).filter(([name, range]) => !fits(sees.get(name) ?? '', range));
    const fetched = await Promise.all(missing.map(async ([name, range]) => ({ name, below: `${place}node_modules/${name}/`, files: await fetchArchive(this.fetcher, name, range) })));
    const packages = fetched.map(({ name, below, files: own }) => ({ name, below, own: own.map((file) => ({ ...file, path: `${below}${file.path}` })) }));
    const seen = new Map([...sees, ...packages.map(({ name, below, own }) => [name, String(manifestOf(own, below).version)] as const)]);
    return (await Promise.all(packages.map(async ({ below, own }) => [...own, ...await this.needed(own, below, seen)]))).flat();
  }
}

interface Manifest { version?: string; dependencies?: { [name: string]: string }; peerDependencies?: { [name: string]: string } }

function manifestOf(files: readonly PackageFile[], place: string): Manifest {
  return JSON.parse(new TextDecoder().decode(files.find(({ path }) => path === `${place}package.json`)?.bytes)) as Manifest;
}
