/** The texts of `git status`. */
import type { Change } from './changes.ts';
import type { Paint } from './color.ts';
import { rebaseHead, rebaseProgress } from './rebase/status-text.ts';
import { unmergedCode } from './index-stages.ts';
import { quotePath } from './quote.ts';
import { readReflog } from './reflog.ts';
import { resolveOrUndefined, shortOid } from './repository.ts';
import type { Repository } from './repository.ts';
import { byPath } from './snapshot.ts';
import type { Status } from './status.ts';

const unpainted: Paint = (_style, text) => text;

export interface ShortOptions {
  branch: boolean;
  /** Paths from where one stands; the porcelain form counts from the root. */
  relative: boolean;
  /** Paths as they are, each with a NUL after it. */
  nul?: boolean;
  paint?: Paint;
}

/** `git status --porcelain`, and `-s`; with `branch` the first line of `-sb`. */
export function shortText(repo: Repository, status: Status, { branch, relative, nul = false, paint = unpainted }: ShortOptions): string {
  const end = nul ? '\0' : '\n';
  const show = (path: string): string => (nul ? path : quotePath(relative ? relativeTo(repo.prefix, path) : path, { spaces: true }));
  let text = branch ? `## ${branchText(status, paint)}${end}` : '';
  const codes = new Map<string, { x: string; y: string; from?: string }>();
  for (const change of status.staged) codes.set(change.path, { x: change.kind, y: ' ', ...(change.from === undefined ? {} : { from: change.from }) });
  for (const change of status.unstaged) {
    const code = codes.get(change.path);
    if (code) code.y = change.kind;
    else codes.set(change.path, { x: ' ', y: change.kind });
  }
  for (const [path, sides] of status.conflicts) codes.set(path, { x: unmergedCode(sides)[0]!, y: unmergedCode(sides)[1]! });
  for (const path of [...codes.keys()].sort(byPath)) {
    const { x, y, from } = codes.get(path)!;
    const conflict = status.conflicts.has(path);
    text += `${x === ' ' ? x : paint(conflict ? 'red' : 'green', x)}${y === ' ' ? y : paint('red', y)} `;
    text += nul ? `${path}\0${from === undefined ? '' : `${from}\0`}` : `${from === undefined ? '' : `${show(from)} -> `}${show(path)}\n`;
  }
  for (const path of status.untracked) text += `${paint('red', '??')} ${show(path)}${end}`;
  for (const path of status.ignored) text += `${paint('red', '!!')} ${show(path)}${end}`;
  return text;
}

function branchText({ branch, head, upstream }: Status, paint: Paint): string {
  const name = paint(branch === undefined ? 'red' : 'green', branch ?? 'HEAD (no branch)');
  const shown = `${head === undefined ? 'No commits yet on ' : ''}${name}`;
  if (!upstream) return shown;
  const { apart } = upstream;
  const parts = apart ? [...(apart.ahead > 0 ? [`ahead ${paint('green', String(apart.ahead))}`] : []), ...(apart.behind > 0 ? [`behind ${paint('red', String(apart.behind))}`] : [])] : ['gone'];
  return `${shown}...${paint('red', upstream.name)}${parts.length === 0 ? '' : ` [${parts.join(', ')}]`}`;
}

/** `git status --porcelain=v2`: with modes and ids. */
export function porcelainV2(status: Status, options: { branch: boolean; nul: boolean }): string {
  const end = options.nul ? '\0' : '\n';
  const show = (path: string): string => (options.nul ? path : quotePath(path));
  let text = '';
  if (options.branch) {
    text += `# branch.oid ${status.head ?? '(initial)'}${end}# branch.head ${status.branch ?? '(detached)'}${end}`;
    if (status.upstream) text += `# branch.upstream ${status.upstream.name}${end}`;
    if (status.upstream?.apart) text += `# branch.ab +${status.upstream.apart.ahead} -${status.upstream.apart.behind}${end}`;
  }
  const staged = new Map(status.staged.map((change) => [change.path, change]));
  const unstaged = new Map(status.unstaged.map((change) => [change.path, change]));
  const none = { mode: '000000', oid: '0'.repeat(40) };
  for (const path of [...new Set([...staged.keys(), ...unstaged.keys()])].sort(byPath)) {
    const s = staged.get(path);
    const u = unstaged.get(path);
    const inIndex = s ? s.after ?? none : u!.before ?? none;
    const inHead = s ? s.before ?? none : inIndex;
    const inTree = u ? u.after ?? none : inIndex;
    const common = `${s?.kind ?? '.'}${u?.kind ?? '.'} N... ${inHead.mode} ${inIndex.mode} ${inTree.mode} ${inHead.oid} ${inIndex.oid}`;
    text += s?.kind === 'R' ? `2 ${common} R${s.score} ${show(path)}${options.nul ? '\0' : '\t'}${show(s.from!)}${end}` : `1 ${common} ${show(path)}${end}`;
  }
  for (const [path, sides] of status.conflicts) {
    const all = [sides.base, sides.ours, sides.theirs].map((side) => (side ? { mode: side.mode.toString(8).padStart(6, '0'), oid: side.oid } : none));
    const work = all.find(({ mode }) => mode !== none.mode) ?? none;
    text += `u ${unmergedCode(sides)} N... ${all.map(({ mode }) => mode).join(' ')} ${work.mode} ${all.map(({ oid }) => oid).join(' ')} ${show(path)}${end}`;
  }
  for (const path of status.untracked) text += `? ${show(path)}${end}`;
  for (const path of status.ignored) text += `! ${show(path)}${end}`;
  return text;
}

/** `git status`, and what a refused `git commit` prints. */
export async function longText(repo: Repository, status: Status, purpose: 'status' | 'commit' | 'amend', paint: Paint = unpainted): Promise<string> {
  const shown = (path: string): string => quotePath(relativeTo(repo.prefix, path));
  const line = (style: 'green' | 'red', change: Change): string => `\t${paint(style, `${labels[change.kind].padEnd(12)}${change.from === undefined ? '' : `${shown(change.from)} -> `}${shown(change.path)}`)}\n`;
  const picking = status.operation?.kind === 'merge' || status.operation?.kind === 'cherry-pick';
  const unstage = picking ? '' : `  (use "${status.head === undefined ? 'git rm --cached <file>...' : 'git restore --staged <file>...'}" to unstage)\n`;
  let text = status.rebase ? await rebaseHead(repo, status.rebase, paint) : status.branch === undefined ? await detachedText(repo, paint) : `On branch ${status.branch}\n`;
  if (status.upstream && status.head !== undefined) text += `${trackingText(status.upstream)}\n`;
  text += status.rebase ? await rebaseProgress(repo, status, status.rebase) : await progressText(repo, status);
  if (status.head === undefined) text += `\n${purpose !== 'status' ? 'Initial commit' : 'No commits yet'}\n\n`;
  if (status.staged.length > 0) text += `Changes to be committed:\n${unstage}${status.staged.map((change) => line('green', change)).join('')}\n`;
  if (status.conflicts.size > 0) text += conflictText(status, unstage, shown, paint);
  if (status.unstaged.length > 0) {
    const add = status.unstaged.some((change) => change.kind === 'D') ? 'add/rm' : 'add';
    text += `Changes not staged for commit:\n  (use "git ${add} <file>..." to update what will be committed)\n`
      + `  (use "git restore <file>..." to discard changes in working directory)\n${status.unstaged.map((change) => line('red', change)).join('')}\n`;
  }
  if (status.untracked.length > 0) {
    text += `Untracked files:\n  (use "git add <file>..." to include in what will be committed)\n${status.untracked.map((path) => `\t${paint('red', shown(path))}\n`).join('')}\n`;
  }
  if (status.ignored.length > 0) {
    text += `Ignored files:\n  (use "git add -f <file>..." to include in what will be committed)\n${status.ignored.map((path) => `\t${paint('red', shown(path))}\n`).join('')}\n`;
  }
  if (status.staged.length > 0) return text;
  if (purpose === 'amend') return `${text}No changes\n`;
  if (status.unstaged.length > 0 || status.conflicts.size > 0) return `${text}no changes added to commit (use "git add" and/or "git commit -a")\n`;
  if (status.untracked.length > 0) return `${text}nothing added to commit but untracked files present (use "git add" to track)\n`;
  return `${text}${status.head === undefined ? 'nothing to commit (create/copy files and use "git add" to track)' : 'nothing to commit, working tree clean'}\n`;
}

const labels: Record<Change['kind'], string> = { A: 'new file:', D: 'deleted:', M: 'modified:', T: 'typechange:', R: 'renamed:', U: 'unmerged:' };

const conflictLabels = {
  DD: 'both deleted:', AU: 'added by us:', UD: 'deleted by them:', UA: 'added by them:', DU: 'deleted by us:', AA: 'both added:', UU: 'both modified:',
} as const;

function conflictText(status: Status, unstage: string, shown: (path: string) => string, paint: Paint): string {
  const codes = [...status.conflicts].map(([path, sides]) => [path, unmergedCode(sides)] as const);
  const bothDeleted = codes.some(([, code]) => code === 'DD');
  const oneDeleted = codes.some(([, code]) => code === 'UD' || code === 'DU');
  const others = codes.some(([, code]) => code !== 'DD' && code !== 'UD' && code !== 'DU');
  const how = !bothDeleted && !oneDeleted ? 'git add <file>..." to' : bothDeleted && !oneDeleted && !others ? 'git rm <file>..." to' : 'git add/rm <file>..." as appropriate to';
  return `Unmerged paths:\n${unstage}  (use "${how} mark resolution)\n${codes.map(([path, code]) => `\t${paint('red', conflictLabels[code].padEnd(17) + shown(path))}\n`).join('')}\n`;
}

/** How a branch and its upstream are apart, as `git status` and `git switch` say it. */
export function trackingText({ name, apart }: NonNullable<Status['upstream']>): string {
  const commits = (count: number): string => `${count} commit${count === 1 ? '' : 's'}`;
  if (!apart) return `Your branch is based on '${name}', but the upstream is gone.\n  (use "git branch --unset-upstream" to fixup)\n`;
  if (apart.ahead === 0 && apart.behind === 0) return `Your branch is up to date with '${name}'.\n`;
  if (apart.behind === 0) return `Your branch is ahead of '${name}' by ${commits(apart.ahead)}.\n  (use "git push" to publish your local commits)\n`;
  if (apart.ahead === 0) return `Your branch is behind '${name}' by ${commits(apart.behind)}, and can be fast-forwarded.\n  (use "git pull" to update your local branch)\n`;
  return `Your branch and '${name}' have diverged,\nand have ${apart.ahead} and ${apart.behind} different commits each, respectively.\n  (use "git pull" if you want to integrate the remote branch with yours)\n`;
}

async function progressText(repo: Repository, { operation, sequence, conflicts }: Status): Promise<string> {
  const name = operation?.kind ?? sequence;
  if (name === undefined) return '';
  const open = conflicts.size > 0;
  if (name === 'merge') {
    return open ? 'You have unmerged paths.\n  (fix conflicts and run "git commit")\n  (use "git merge --abort" to abort the merge)\n\n'
      : 'All conflicts fixed but you are still merging.\n  (use "git commit" to conclude merge)\n\n';
  }
  const doing = name === 'revert' ? 'You are currently reverting' : 'You are currently cherry-picking';
  const first = operation && !sequence ? `${doing} commit ${await shortOid(repo, operation.heads[0]!)}.` : `${name === 'revert' ? 'Revert' : 'Cherry-pick'} currently in progress.`;
  const how = open ? `fix conflicts and run "git ${name} --continue"` : operation && !sequence ? `all conflicts fixed: run "git ${name} --continue"` : `run "git ${name} --continue" to continue`;
  return `${first}\n  (${how})\n`
    + `  (use "git ${name} --skip" to skip this patch)\n  (use "git ${name} --abort" to cancel the ${name} operation)\n\n`;
}

/** As one came there: by the name that was checked out, and `from` it when commits followed. */
async function detachedText(repo: Repository, paint: Paint): Promise<string> {
  const head = (await resolveOrUndefined(repo, 'HEAD'))!;
  const moved = (await readReflog(repo, 'HEAD')).findLast(({ message }) => message.startsWith('checkout: moving from '));
  const name = moved && / to (.*)$/.exec(moved.message)?.[1];
  if (!moved || name === undefined) return `${paint('red', 'HEAD detached at ')}${await shortOid(repo, head)}\n`;
  const oid = moved.after;
  const named = !/^[0-9a-f]{40}$/.test(name) && ((await resolveOrUndefined(repo, `refs/tags/${name}`)) ?? (await resolveOrUndefined(repo, `refs/remotes/${name}`)) ?? (await resolveOrUndefined(repo, `refs/heads/${name}`))) !== undefined;
  return `${paint('red', `HEAD detached ${oid === head ? 'at' : 'from'} `)}${named ? name : await shortOid(repo, oid)}\n`;
}

/** `path` as seen from `prefix`; both are relative to the root. */
export function relativeTo(prefix: string, path: string): string {
  if (prefix === '') return path;
  const from = prefix.split('/');
  const to = path.split('/');
  let same = 0;
  while (same < from.length && same < to.length - 1 && from[same] === to[same]) same++;
  return [...from.slice(same).map(() => '..'), ...to.slice(same)].join('/') || './';
}
