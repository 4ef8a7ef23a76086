/** Walks the project in a fixed order (by name, a folder before what is in it), without what git ignores. */
import * as fs from 'node:fs';
import type { Dirent } from 'node:fs';
import ignore from 'ignore';
import { IgnoreRules } from '../git/ignore-rules.ts';
import { abortError } from '../shared/abort.ts';
import { HOST_FOLDER } from './folder.ts';
import type { Place, Workspace } from './workspace.ts';

export interface WalkEntry {
  /** Relative to the project. */
  rel: string;
  full: string;
  type: 'file' | 'dir';
  /** A symbolic link, whatever it leads to: listed as a file, and never followed. */
  link: boolean;
  /** 1 for what lies directly in the folder where the walk began. */
  depth: number;
}

/** Never shown, even in a project without a `.gitignore`. */
const alwaysHidden = new Set(['.git', HOST_FOLDER, 'node_modules']);

type Layers = readonly { base: string; matcher: ReturnType<typeof ignore> }[];

/** How long a walk in the host may keep other calls waiting. */
const SLICE_MS = 8;

/**
 * All entries below `start` at once. It does not follow symbolic links, which keeps it finite and inside. Synchronous calls are several times as fast as
 * asynchronous ones, in the sandbox even more; so this is for processes that have nothing else to do.
 */
export function* walkSync(root: string, start: Place, maxDepth: number): Generator<WalkEntry> {
  const base = start.rel === '.' ? '' : start.rel;
  const parts = base === '' ? [] : base.split('/');
  let layers = excludeLayer(root);
  // Rules of the folders above the start apply too,
  for (let count = 0; count < parts.length; count++) layers = entering(root, parts.slice(0, count).join('/'), layers);
  // unless they would hide the very folder that was asked for.
  if (base !== '' && new IgnoreRules(layers).ignores(base, true)) layers = [];
  yield* walkFolder(root, base, 1, maxDepth, layers);
}

/** The same between other work: it lets everybody else have their turn every few milliseconds, and stops when the signal fires. */
export async function* walk(workspace: Workspace, start: Place, maxDepth: number, signal: AbortSignal): AsyncGenerator<WalkEntry> {
  let until = performance.now() + SLICE_MS;
  for (const entry of walkSync(workspace.root, start, maxDepth)) {
    if (performance.now() > until) {
      await new Promise<void>((resume) => setImmediate(resume));
      until = performance.now() + SLICE_MS;
    }
    if (signal.aborted) throw abortError(signal);
    yield entry;
  }
}

/** Whether git would leave this entry of the folder alone, by the rules of the project. */
export function ignoredIn(root: string, folder: string): (name: string, isFolder: boolean) => boolean {
  const base = folder === '.' ? '' : folder;
  const parts = base === '' ? [] : base.split('/');
  let layers = excludeLayer(root);
  for (let count = 0; count < parts.length; count++) layers = entering(root, parts.slice(0, count).join('/'), layers);
  const inside = base !== '' && new IgnoreRules(layers).ignores(base, true);
  const rules = new IgnoreRules(entering(root, base, layers));
  return (name, isFolder) => inside || alwaysHidden.has(name) || rules.ignores(base === '' ? name : `${base}/${name}`, isFolder);
}

function* walkFolder(root: string, folder: string, depth: number, maxDepth: number, above: Layers): Generator<WalkEntry> {
  let entries: Dirent[];
  try {
    entries = fs.readdirSync(folder === '' ? root : `${root}/${folder}`, { withFileTypes: true });
  } catch (error) {
    // Gone since its folder was read, or not readable; the start itself has to be there.
    if (depth === 1) throw error;
    return;
  }
  const layers = entries.some((entry) => entry.name === '.gitignore') ? entering(root, folder, above) : above;
  const rules = layers.length === 0 ? undefined : new IgnoreRules(layers);
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const link = entry.isSymbolicLink();
    const type = entry.isDirectory() ? 'dir' : link || entry.isFile() ? 'file' : undefined;
    if (!type || alwaysHidden.has(entry.name)) continue;
    const rel = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (rules?.ignores(rel, type === 'dir')) continue;
    yield { rel, full: `${root}/${rel}`, type, link, depth };
    if (type === 'dir' && depth < maxDepth) yield* walkFolder(root, rel, depth + 1, maxDepth, layers);
  }
}

/** The weakest rules: those of this clone alone. */
function excludeLayer(root: string): Layers {
  const text = readText(`${root}/.git/info/exclude`);
  return text === undefined ? [] : [{ base: '', matcher: ignore({ ignorecase: false }).add(text) }];
}

function entering(root: string, folder: string, above: Layers): Layers {
  const text = readText(folder === '' ? `${root}/.gitignore` : `${root}/${folder}/.gitignore`);
  return text === undefined ? above : [...above, { base: folder, matcher: ignore({ ignorecase: false }).add(text) }];
}

function readText(path: string): string | undefined {
  try {
    return fs.readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
