/** The state of the working tree, and its three texts. */
import { changesBetween } from './changes.ts';
import type { Change } from './changes.ts';
import type { Paint } from './color.ts';
import { quotePath } from './quote.ts';
import { currentBranch, resolveOrUndefined, shortOid } from './repository.ts';
import type { Repository } from './repository.ts';
import { indexSnapshot, treeSnapshot, untrackedFiles, worktreeSnapshot } from './snapshot.ts';
import type { IndexEntry } from './snapshot.ts';

export interface Status {
  branch: string | undefined;
  head: string | undefined;
  staged: Change[];
  unstaged: Change[];
  /** Every file; `untracked` below folds whole folders. */
  untrackedFiles: string[];
  untracked: string[];
}

export async function readStatus(repo: Repository): Promise<Status> {
  const head = await resolveOrUndefined(repo, 'HEAD');
  const index = await indexSnapshot(repo);
  const staged = changesBetween(await treeSnapshot(repo, head), index, { renames: true });
  const unstaged = changesBetween(index, await worktreeSnapshot(repo, index));
  const files = await untrackedFiles(repo, index);
  return { branch: await currentBranch(repo), head, staged, unstaged, untrackedFiles: files, untracked: folded(files, index) };
}

/** A folder without any tracked file stands for all that is in it. */
function folded(files: readonly string[], index: ReadonlyMap<string, IndexEntry>): string[] {
  const withTracked = new Set<string>();
  for (const path of index.keys()) for (const folder of foldersOf(path)) withTracked.add(folder);
  const shown = new Set<string>();
  for (const file of files) {
    const top = foldersOf(file).find((folder) => !withTracked.has(folder));
    shown.add(top === undefined ? file : `${top}/`);
  }
  return [...shown];
}

function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, count) => parts.slice(0, count + 1).join('/'));
}

/** `git status --porcelain`; with `branch` the first line of `-sb`. The short form shows paths from where one stands, the porcelain from the root. */
export async function shortText(repo: Repository, status: Status, options: { branch: boolean; relative: boolean; paint?: Paint }): Promise<string> {
  const { paint = unpainted } = options;
  const show = (path: string): string => quotePath(options.relative ? relativeTo(repo.prefix, path) : path, { spaces: true });
  let text = '';
  if (options.branch) {
    const name = status.branch ?? 'HEAD (no branch)';
    text += `## ${status.head === undefined ? `No commits yet on ${paint('green', name)}` : paint('green', name)}\n`;
  }
  const codes = new Map<string, { x: string; y: string; from?: string }>();
  for (const change of status.staged) codes.set(change.path, { x: change.kind, y: ' ', ...(change.from === undefined ? {} : { from: change.from }) });
  for (const change of status.unstaged) {
    const code = codes.get(change.path);
    if (code) code.y = change.kind;
    else codes.set(change.path, { x: ' ', y: change.kind });
  }
  for (const path of [...codes.keys()].sort((a, b) => (a < b ? -1 : 1))) {
    const { x, y, from } = codes.get(path)!;
    text += `${x === ' ' ? x : paint('green', x)}${y === ' ' ? y : paint('red', y)} ${from === undefined ? '' : `${show(from)} -> `}${show(path)}\n`;
  }
  for (const path of status.untracked) text += `${paint('red', '??')} ${show(path)}\n`;
  return text;
}

/** `git status`, and what a refused `git commit` prints. */
export async function longText(repo: Repository, status: Status, purpose: 'status' | 'commit', paint: Paint = unpainted): Promise<string> {
  const name = (change: Change): string => `${change.from === undefined ? '' : `${shown(change.from)} -> `}${shown(change.path)}`;
  const shown = (path: string): string => quotePath(relativeTo(repo.prefix, path));
  let text = status.branch === undefined ? `HEAD detached at ${await shortOid(repo, status.head!)}\n` : `On branch ${status.branch}\n`;
  if (status.head === undefined) text += `\n${purpose === 'commit' ? 'Initial commit' : 'No commits yet'}\n\n`;
  if (status.staged.length > 0) {
    const undo = status.head === undefined ? 'git rm --cached <file>...' : 'git restore --staged <file>...';
    text += `Changes to be committed:\n  (use "${undo}" to unstage)\n${status.staged.map((change) => `\t${paint('green', label(change) + name(change))}\n`).join('')}\n`;
  }
  if (status.unstaged.length > 0) {
    const add = status.unstaged.some((change) => change.kind === 'D') ? 'add/rm' : 'add';
    text += `Changes not staged for commit:\n  (use "git ${add} <file>..." to update what will be committed)\n`
      + `  (use "git restore <file>..." to discard changes in working directory)\n${status.unstaged.map((change) => `\t${paint('red', label(change) + name(change))}\n`).join('')}\n`;
  }
  if (status.untracked.length > 0) {
    text += `Untracked files:\n  (use "git add <file>..." to include in what will be committed)\n${status.untracked.map((path) => `\t${paint('red', shown(path))}\n`).join('')}\n`;
  }
  if (status.staged.length > 0) return text;
  if (status.unstaged.length > 0) return `${text}no changes added to commit (use "git add" and/or "git commit -a")\n`;
  if (status.untracked.length > 0) return `${text}nothing added to commit but untracked files present (use "git add" to track)\n`;
  return `${text}${status.head === undefined ? 'nothing to commit (create/copy files and use "git add" to track)' : 'nothing to commit, working tree clean'}\n`;
}

const unpainted: Paint = (_style, text) => text;

const labels: Record<Change['kind'], string> = { A: 'new file:', D: 'deleted:', M: 'modified:', T: 'typechange:', R: 'renamed:' };

const label = (change: Change): string => labels[change.kind].padEnd(12);

/** `path` as seen from `prefix`; both are relative to the root. */
export function relativeTo(prefix: string, path: string): string {
  if (prefix === '') return path;
  const from = prefix.split('/');
  const to = path.split('/');
  let same = 0;
  while (same < from.length && same < to.length - 1 && from[same] === to[same]) same++;
  return [...from.slice(same).map(() => '..'), ...to.slice(same)].join('/') || './';
}
