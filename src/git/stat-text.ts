/** The table of `--stat`, and the line that counts. */
import type { Change } from './changes.ts';
import { filePatch } from './patch-text.ts';
import type { FilePatch, PatchOptions } from './patch-text.ts';
import { quotePath } from './quote.ts';
import type { Repository } from './repository.ts';

/** Columns of a table that nothing stands beside. */
export const STAT_WIDTH = 80;

export async function statText(repo: Repository, all: readonly Change[], options: PatchOptions = {}, width = STAT_WIDTH): Promise<string> {
  const changes = all.filter(({ kind }) => kind !== 'U');
  const rows = await Promise.all(changes.map(async (change) => ({ name: nameOf(change), patch: await filePatch(repo, change, options) })));
  if (rows.length === 0) return '';
  const most = Math.max(0, ...rows.map(({ patch }) => (patch.binary ? 0 : patch.added + patch.removed)));
  const numberWidth = Math.max(String(most).length, rows.some(({ patch }) => patch.binary) ? 3 : 0);
  let nameWidth = Math.max(...rows.map(({ name }) => name.length));
  let graphWidth = most;
  if (nameWidth + numberWidth + 6 + graphWidth > width) {
    const limit = Math.floor((width * 3) / 8) - numberWidth - 6;
    if (graphWidth > limit) graphWidth = Math.max(6, limit);
    const room = width - numberWidth - 6 - graphWidth;
    if (nameWidth > room) nameWidth = room;
    else graphWidth = width - numberWidth - 6 - nameWidth;
  }
  const lines = rows.map(({ name, patch }) => {
    const start = ` ${shortened(name, nameWidth).padEnd(nameWidth)} | `;
    if (patch.binary) return `${start}${'Bin'.padStart(numberWidth)}${patch.oldSize + patch.newSize === 0 ? '' : ` ${patch.oldSize} -> ${patch.newSize} bytes`}`;
    const total = patch.added + patch.removed;
    const [plus, minus] = bars(patch, most, graphWidth);
    return `${start}${String(total).padStart(numberWidth)}${total === 0 ? '' : ' '}${'+'.repeat(plus)}${'-'.repeat(minus)}`;
  });
  return `${lines.join('\n')}\n${summaryLine(rows.map((row) => row.patch))}\n`;
}

/** What a change does to the set of files, as `--summary` lists it; nothing for a plain change. */
export function modeLine(change: Change): string {
  const { kind, path, before, after } = change;
  if (kind === 'A') return ` create mode ${after!.mode} ${quotePath(path)}\n`;
  if (kind === 'D') return ` delete mode ${before!.mode} ${quotePath(path)}\n`;
  if (kind === 'U') return '';
  const rename = kind === 'R' ? ` rename ${renameText(change.from!, path)} (${change.score}%)\n` : '';
  if (before!.mode === after!.mode) return rename;
  return `${rename} mode change ${before!.mode} => ${after!.mode}${kind === 'R' ? '' : ` ${quotePath(path)}`}\n`;
}

/** ` 2 files changed, 3 insertions(+), 1 deletion(-)`. */
export function summaryLine(patches: readonly FilePatch[]): string {
  const added = patches.reduce((sum, patch) => sum + patch.added, 0);
  const removed = patches.reduce((sum, patch) => sum + patch.removed, 0);
  const files = ` ${patches.length} file${patches.length === 1 ? '' : 's'} changed`;
  const plus = added > 0 || removed === 0 ? `, ${added} insertion${added === 1 ? '' : 's'}(+)` : '';
  const minus = removed > 0 || added === 0 ? `, ${removed} deletion${removed === 1 ? '' : 's'}(-)` : '';
  return files + plus + minus;
}

function bars({ added, removed }: FilePatch, most: number, width: number): [number, number] {
  if (most <= width) return [added, removed];
  const scale = (count: number): number => (count === 0 ? 0 : 1 + Math.floor((count * (width - 1)) / most));
  let total = scale(added + removed);
  if (total < 2 && added > 0 && removed > 0) total = 2;
  if (added < removed) {
    const plus = scale(added);
    return [plus, total - plus];
  }
  const minus = scale(removed);
  return [total - minus, minus];
}

/** The file's name, or both of a renamed one. */
export function nameOf(change: Change): string {
  if (change.apart && change.from === undefined) return change.before ? renameText(change.path, '/dev/null') : renameText('/dev/null', change.path);
  return change.from === undefined ? quotePath(change.path) : renameText(change.from, change.path);
}

/** `a/{old => new}/c`: what both paths share stands once. */
export function renameText(from: string, to: string): string {
  let head = 0;
  for (let at = 0; at < Math.min(from.length, to.length) && from[at] === to[at]; at++) if (from[at] === '/') head = at + 1;
  let tail = 0;
  for (let at = 1; at <= Math.min(from.length, to.length) - Math.max(0, head - 1) && from.at(-at) === to.at(-at); at++) if (from.at(-at) === '/') tail = at;
  if (head === 0 && tail === 0) return `${quotePath(from)} => ${quotePath(to)}`;
  const middle = (path: string): string => path.slice(head, Math.max(head, path.length - tail));
  return `${from.slice(0, head)}{${middle(from)} => ${middle(to)}}${tail === 0 ? '' : from.slice(-tail)}`;
}

function shortened(name: string, width: number): string {
  if (name.length <= width) return name;
  const cut = name.slice(name.length - (width - 3));
  const slash = cut.indexOf('/');
  return `...${slash > 0 ? cut.slice(slash) : cut}`;
}
