/** The files that a patch speaks of: as they are, and as the patch leaves them. */
import { promises as fs } from 'node:fs';
import * as nodePath from 'node:path';
import type { FileChange } from '../change-files.ts';
import type { Workspace } from '../workspace.ts';

/** A file's content, or where a symbolic link leads. */
export interface Entry {
  kind: 'file' | 'link';
  bytes: Uint8Array;
  /** Permission bits to set; undefined keeps those of the file. */
  mode: number | undefined;
}

export class PatchedTree {
  private readonly originals = new Map<string, Entry | 'folder' | undefined>();
  private readonly written = new Map<string, Entry>();
  private readonly removed = new Set<string>();
  private readonly workspace: Workspace;
  /** What the whole patch deletes or renames: nothing is in the way of a file that takes its place. */
  private readonly leaving: ReadonlySet<string>;

  constructor(workspace: Workspace, leaving: ReadonlySet<string>) {
    this.workspace = workspace;
    this.leaving = leaving;
  }

  /** As it is on disk. */
  async original(path: string): Promise<Entry | 'folder' | undefined> {
    if (!this.originals.has(path)) this.originals.set(path, await readEntry(`${this.workspace.root}/${path}`));
    return this.originals.get(path);
  }

  /** As the patch has left it up to here. */
  async current(path: string): Promise<Entry | 'folder' | undefined> {
    if (this.written.has(path)) return this.written.get(path);
    return this.removed.has(path) ? undefined : this.original(path);
  }

  /** Whether a new file may be put there. */
  async isFree(path: string): Promise<boolean> {
    if (this.written.has(path)) return false;
    if (this.leaving.has(path) || this.removed.has(path)) return true;
    const entry = await this.original(path);
    // A folder may be empty by then; if not, the write says so.
    return entry === undefined || entry === 'folder';
  }

  /** A path with a symbolic link before its last part is another place than it looks. */
  async isBeyondLink(path: string): Promise<boolean> {
    for (let parent = nodePath.posix.dirname(path); parent !== '.'; parent = nodePath.posix.dirname(parent)) {
      const entry = await this.current(parent);
      if (entry !== undefined && entry !== 'folder' && entry.kind === 'link') return true;
    }
    return false;
  }

  write(path: string, entry: Entry): void {
    this.written.set(path, entry);
  }

  remove(path: string): void {
    this.removed.add(path);
    this.written.delete(path);
  }

  /** It moves away: what another file of the patch has put in its place stays, as when two files swap their names. */
  leave(path: string): void {
    this.removed.add(path);
  }

  changes(): FileChange[] {
    const at = (path: string): string => `${this.workspace.root}/${path}`;
    return [
      ...[...this.removed].filter((path) => !this.written.has(path)).map((path) => ({ path: at(path), remove: true as const })),
      ...[...this.written].map(([path, { kind, bytes, mode }]) => (
        kind === 'link' ? { path: at(path), link: Buffer.from(bytes).toString('utf8') } : { path: at(path), content: bytes, mode })),
    ];
  }
}

async function readEntry(path: string): Promise<Entry | 'folder' | undefined> {
  try {
    const stat = await fs.lstat(path);
    if (stat.isSymbolicLink()) return { kind: 'link', bytes: Buffer.from(await fs.readlink(path)), mode: undefined };
    if (!stat.isFile()) return 'folder';
    return { kind: 'file', bytes: await fs.readFile(path), mode: stat.mode & 0o777 };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}
