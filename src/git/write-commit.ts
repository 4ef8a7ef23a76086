/** Trees and commits as objects, byte for byte as git makes them. */
import * as git from 'isomorphic-git';
import type { Identity } from './identity.ts';
import type { Repository } from './repository.ts';

export interface TreeFile { path: string; mode: string; oid: string }

/** Writes the folders of these files. @returns the root's id. */
export async function writeTree(repo: Repository, files: Iterable<TreeFile>): Promise<string> {
  interface Folder { folders: Map<string, Folder>; files: Map<string, TreeFile> }
  const empty = (): Folder => ({ folders: new Map(), files: new Map() });
  const root = empty();
  for (const file of files) {
    const parts = file.path.split('/');
    const name = parts.pop()!;
    let folder = root;
    for (const part of parts) {
      let next = folder.folders.get(part);
      if (!next) folder.folders.set(part, next = empty());
      folder = next;
    }
    folder.files.set(name, file);
  }
  const write = async (folder: Folder): Promise<string> => {
    const tree: { mode: string; path: string; oid: string; type: 'tree' | 'blob' | 'commit' }[] = [];
    for (const [path, inside] of folder.folders) tree.push({ mode: '040000', path, oid: await write(inside), type: 'tree' });
    for (const [path, { mode, oid }] of folder.files) tree.push({ mode, path, oid, type: mode === '160000' ? 'commit' : 'blob' });
    return git.writeTree({ ...repo, tree });
  };
  return write(root);
}

export interface NewCommit {
  tree: string;
  parents: readonly string[];
  author: Identity;
  committer: Identity;
  /** With its newline at the end. */
  message: string;
}

export async function writeCommit(repo: Repository, { tree, parents, author, committer, message }: NewCommit): Promise<string> {
  const lines = [`tree ${tree}`, ...parents.map((parent) => `parent ${parent}`), `author ${stamp(author)}`, `committer ${stamp(committer)}`, '', message];
  return git.writeObject({ ...repo, type: 'commit', object: new TextEncoder().encode(lines.join('\n')), format: 'content' });
}

function stamp({ name, email, timestamp, timezoneOffset }: Identity): string {
  const minutes = Math.abs(timezoneOffset);
  const zone = `${timezoneOffset > 0 ? '-' : '+'}${String(Math.floor(minutes / 60)).padStart(2, '0')}${String(minutes % 60).padStart(2, '0')}`;
  return `${clean(name)} <${clean(email)}> ${timestamp} ${zone}`;
}

/** What would end a name early is left out, and what only surrounds it is cut off. */
const clean = (text: string): string => text.replace(/^[\s.,:;<>"\\']+|[\s.,:;<>"\\']+$/g, '').replace(/[\n<>]/g, '');
