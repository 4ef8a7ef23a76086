/** Walks the project in a fixed order (folders and files by name), without what git ignores. */
import { promises as fs } from 'node:fs';
import type { Dirent } from 'node:fs';
import { IgnoreRules } from '../git/ignore-rules.ts';
import { abortError } from '../shared/abort.ts';
import { HOST_FOLDER } from './protocol.ts';
import type { Place, Workspace } from './workspace.ts';

export interface WalkEntry {
  /** Relative to the project. */
  rel: string;
  full: string;
  type: 'file' | 'dir';
  /** 1 for what lies directly in the folder where the walk began. */
  depth: number;
}

/** Never shown, even in a project without a `.gitignore`. */
const alwaysHidden = new Set(['.git', HOST_FOLDER, 'node_modules']);

/** Entries below `start`, folder before content; the walk does not follow symbolic links, which keeps it finite and inside. */
export async function* walk(workspace: Workspace, start: Place, maxDepth: number, signal: AbortSignal): AsyncGenerator<WalkEntry> {
  let rules = new IgnoreRules();
  const base = start.rel === '.' ? '' : start.rel;
  // Rules of the folders above the start apply too.
  const parts = base === '' ? [] : base.split('/');
  for (let count = 0; count < parts.length; count++) rules = await rules.entering(parts.slice(0, count).join('/'), (path) => readText(workspace, path));
  yield* walkFolder(workspace, base, 1, maxDepth, rules, signal);
}

async function* walkFolder(workspace: Workspace, folder: string, depth: number, maxDepth: number, above: IgnoreRules, signal: AbortSignal): AsyncGenerator<WalkEntry> {
  if (signal.aborted) throw abortError(signal);
  const rules = await above.entering(folder, (path) => readText(workspace, path));
  const entries = await fs.readdir(`${workspace.root}/${folder}`, { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const type = typeOf(entry);
    if (!type || alwaysHidden.has(entry.name)) continue;
    const rel = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (rules.ignores(rel, type === 'dir')) continue;
    yield { rel, full: `${workspace.root}/${rel}`, type, depth };
    if (type === 'dir' && depth < maxDepth) yield* walkFolder(workspace, rel, depth + 1, maxDepth, rules, signal);
  }
}

function typeOf(entry: Dirent): 'file' | 'dir' | undefined {
  if (entry.isDirectory()) return 'dir';
  return entry.isFile() || entry.isSymbolicLink() ? 'file' : undefined;
}

async function readText(workspace: Workspace, path: string): Promise<string | undefined> {
  return fs.readFile(`${workspace.root}/${path}`, 'utf8').catch(() => undefined);
}
