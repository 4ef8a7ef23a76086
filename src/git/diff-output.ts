/** The forms in which git shows changes, and the options that `diff`, `log` and `show` have in common. */
import type { Change } from './changes.ts';
import { combinedPatch } from './combined-patch.ts';
import { GitError } from './errors.ts';
import { filePatch } from './patch-text.ts';
import type { PatchOptions } from './patch-text.ts';
import { quotePath } from './quote.ts';
import { shortOid } from './repository.ts';
import type { Repository } from './repository.ts';
import { modeLine, nameOf, statText, summaryLine } from './stat-text.ts';

export type DiffForm = 'raw' | 'numstat' | 'stat' | 'shortstat' | 'summary' | 'name-only' | 'name-status' | 'patch';

export interface DiffOutput {
  /** None: what the command shows by itself. */
  forms: Set<DiffForm>;
  /** `-s`: nothing at all. */
  none: boolean;
  patch: PatchOptions;
  renames: boolean;
  /** Letters of the kinds that are shown; lower case for those that are not. */
  filter: string;
  nul: boolean;
  reverse: boolean;
  /** `--binary`: a patch must hold all that changed. */
  binary?: boolean;
  /** Columns for `--stat`, where something stands beside it. */
  statWidth?: number;
}

export const diffOutput = (): DiffOutput => ({ forms: new Set(), none: false, patch: {}, renames: true, filter: '', nul: false, reverse: false });

const order: readonly DiffForm[] = ['raw', 'numstat', 'stat', 'shortstat', 'summary', 'name-only', 'name-status', 'patch'];

/** They change nothing that is shown here. */
const ignored = /^(?:--no-color|--no-ext-diff|--no-textconv|--text|--ext-diff|--textconv|-M\d*%?|--find-renames(?:=.*)?|--minimal|--indent-heuristic|--color(?:=.*)?|--diff-algorithm=(?:myers|default)|--src-prefix=a\/|--dst-prefix=b\/|--inter-hunk-context=0|--submodule=short|--ita-(?:in)?visible-in-index)$/;

/** Takes one argument that says how changes are shown. @returns false when it is none. */
export function takeDiffOption(arg: string, output: DiffOutput): boolean {
  const lines = /^(?:-U|--unified=)(\d+)$/.exec(arg);
  const filter = /^--diff-filter=([A-Za-z]+)$/.exec(arg);
  if (order.some((form) => arg === `--${form}`)) output.forms.add(arg.slice(2) as DiffForm);
  else if (/^--stat=\d/.test(arg)) output.forms.add('stat');
  else if (arg === '-p' || arg === '-u') output.forms.add('patch');
  else if (arg === '--patch-with-stat') for (const form of ['stat', 'patch'] as const) output.forms.add(form);
  else if (lines) {
    output.patch.context = Number(lines[1]);
    output.forms.add('patch');
  } else if (arg === '-s' || arg === '--no-patch') output.none = true;
  else if (arg === '-w' || arg === '--ignore-all-space') output.patch.key = (line) => line.replace(/\s+/g, '');
  else if (arg === '-b' || arg === '--ignore-space-change') output.patch.key = (line) => line.trimEnd().replace(/\s+/g, ' ');
  else if (arg === '--ignore-space-at-eol' || arg === '--ignore-cr-at-eol') output.patch.key = (line) => (arg.includes('cr') ? line.replace(/\r?\n$/, '\n') : line.trimEnd());
  else if (arg === '--no-renames') output.renames = false;
  else if (arg === '--full-index') output.patch.fullIndex = true;
  else if (arg === '-z') output.nul = true;
  else if (arg === '--binary') output.binary = true;
  else if (arg === '-R') output.reverse = output.patch.reverse = true;
  else if (filter) output.filter = filter[1]!;
  else return ignored.test(arg);
  return true;
}

/** The changes that are wanted, turned around for `-R`. */
export function wantedChanges(changes: readonly Change[], { filter, reverse }: DiffOutput): Change[] {
  const only = filter.replace(/[a-z]/g, '');
  const without = filter.replace(/[A-Z]/g, '').toUpperCase();
  return changes.filter(({ kind }) => (only === '' || only.includes(kind)) && !without.includes(kind)).map((change) => {
    if (!reverse || change.kind === 'U') return change;
    const { before, after, from, ...rest } = change;
    return {
      ...rest, kind: change.kind === 'A' ? 'D' : change.kind === 'D' ? 'A' : change.kind, path: from ?? change.path, ...(from === undefined ? {} : { from: change.path }),
      ...(after ? { before: after } : {}), ...(before ? { after: before } : {}),
    };
  });
}

/** @throws GitError for kinds of output that git does not mix. */
export async function renderChanges(repo: Repository, changes: readonly Change[], output: DiffOutput): Promise<string> {
  const forms = output.forms.size === 0 ? new Set<DiffForm>(['patch']) : output.forms;
  if (output.none || changes.length === 0) return '';
  if (forms.has('name-only') && forms.has('name-status')) throw new GitError("fatal: options '--name-only' and '--name-status' cannot be used together");
  let text = '';
  for (const form of order) {
    if (!forms.has(form)) continue;
    const shown = await one[form](repo, form === 'patch' ? changes : changes.flatMap(withOwnSide), output);
    // A patch stands apart from what counts its lines.
    text += form === 'patch' && text !== '' && shown !== '' ? `${output.nul ? '\0' : '\n'}${shown}` : shown;
  }
  return text;
}

/** A file in conflict is listed as such, and then by what it is beside our side of it. */
function withOwnSide(change: Change): Change[] {
  const { kind, path, before, after } = change;
  if (kind !== 'U' || !before || (before.oid === after?.oid && before.mode === after.mode)) return [change];
  return [change, after ? { kind: 'M', path, before, after } : { kind: 'D', path, before }];
}

const one: Record<DiffForm, (repo: Repository, changes: readonly Change[], output: DiffOutput) => Promise<string>> = {
  async raw(repo, changes, { nul }) {
    let text = '';
    for (const { before, after, ...change } of changes) {
      const id = async (oid: string | undefined): Promise<string> => (oid === undefined || change.apart ? '0000000' : shortOid(repo, oid));
      text += `:${before?.mode ?? '000000'} ${after?.mode ?? '000000'} ${await id(before?.oid)} ${await id(after?.oid)} ${named(change, nul)}`;
    }
    return text;
  },
  async numstat(repo, changes, { nul, patch }) {
    let text = '';
    for (const change of changes) {
      if (change.kind === 'U') text += `0\t0\t${nul ? `${change.path}\0` : `${quotePath(change.path)}\n`}`;
      else {
        const { binary, added, removed } = await filePatch(repo, change, patch);
        const name = nul ? `${change.from === undefined ? '' : `\0${change.from}\0`}${change.path}\0` : `${nameOf(change)}\n`;
        text += `${binary ? '-\t-' : `${added}\t${removed}`}\t${name}`;
      }
    }
    return text;
  },
  stat: (repo, changes, { patch, statWidth }) => statText(repo, changes, patch, statWidth),
  async shortstat(repo, changes, { patch }) {
    const patches = await Promise.all(changes.filter(({ kind }) => kind !== 'U').map((change) => filePatch(repo, change, patch)));
    return patches.length === 0 ? '' : `${summaryLine(patches)}\n`;
  },
  summary: async (_repo, changes) => changes.map(modeLine).join(''),
  'name-only': async (_repo, changes, { nul }) => changes.map(({ path: now, apart, kind }) => (apart && kind === 'D' ? '/dev/null' : now)).map((path) => (nul ? `${path}\0` : `${quotePath(path)}\n`)).join(''),
  'name-status': async (_repo, changes, { nul }) => changes.map((change) => named(change, nul)).join(''),
  async patch(repo, changes, { patch, binary }) {
    // A patch that leaves out what it was to hold would lose it for whoever relies on it.
    if (binary) for (const change of changes) if (change.kind !== 'U' && (await filePatch(repo, change, patch)).binary) throw new GitError(`fatal: ${change.path}: this git writes no binary patches`);
    // Git shows both sides of a conflict while it looks for changes, and all others when it has found them.
    let text = '';
    for (const change of changes) if (hasSides(change)) text += await combinedPatch(repo, { path: change.path, parents: change.sides, result: { mode: change.after.mode, read: change.after.read } });
    for (const change of changes) if (!hasSides(change)) text += change.kind === 'U' ? `* Unmerged path ${change.path}\n` : (await filePatch(repo, change, patch)).text;
    return text;
  },
};

function named({ kind, path: now, from: before, score, apart }: Change, nul: boolean): string {
  // Of two files that are compared, the first one is named.
  const only = apart && (kind === 'M' || kind === 'T');
  const path = only ? before! : now;
  const from = only ? undefined : before;
  const letter = kind === 'R' ? `R${String(score).padStart(3, '0')}` : kind;
  if (nul) return `${letter}\0${from === undefined ? '' : `${from}\0`}${path}\0`;
  return `${letter}\t${from === undefined ? '' : `${quotePath(from)}\t`}${quotePath(path)}\n`;
}

/** Both sides can be compared with the file as it is. */
const hasSides = (change: Change): change is Change & Required<Pick<Change, 'sides' | 'after'>> => change.sides !== undefined && change.after !== undefined;
