import * as git from 'isomorphic-git';
import type { Change } from '../changes.ts';
import { changesBetween } from '../changes.ts';
import type { GitCommand } from '../context.ts';
import { GitError } from '../errors.ts';
import { identity } from '../identity.ts';
import { filePatch } from '../patch-text.ts';
import { pathspec } from '../pathspec.ts';
import { quotePath } from '../quote.ts';
import { currentBranch, findRepository, shortOid } from '../repository.ts';
import type { Repository } from '../repository.ts';
import { treeSnapshot } from '../snapshot.ts';
import { renameText, summaryLine } from '../stat-text.ts';
import { longText, readStatus } from '../status.ts';
import { stage } from './add.ts';

interface Options {
  messages: string[];
  all: boolean;
  quiet: boolean;
  amend: boolean;
  noEdit: boolean;
  allowEmpty: boolean;
  paths: string[];
}

export const commit: GitCommand = {
  name: 'commit',
  async run(args, context) {
    const options = await parse(args, (path) => context.fs.promises.readFile(path.startsWith('/') ? path : `${context.cwd}/${path}`, 'utf8'));
    const repo = await findRepository(context);
    let status = await readStatus(repo);
    const specs = options.paths.map((path) => pathspec(repo, path));
    if (options.all || specs.length > 0) {
      await stage(repo, status, status.unstaged.map((change) => change.path).filter((path) => specs.length === 0 || specs.some((spec) => spec.matches(path))));
      repo.cache = {};
      status = await readStatus(repo);
    }
    if (options.amend && status.head === undefined) throw new GitError('fatal: You have nothing to amend.');
    if (status.staged.length === 0 && !options.allowEmpty && !options.amend) {
      context.out(await longText(repo, status, 'commit'));
      return 1;
    }
    const previous = options.amend ? (await git.readCommit({ ...repo, oid: status.head! })).commit : undefined;
    const message = cleaned(options.messages.length > 0 ? options.messages.join('\n\n') : previous?.message ?? '');
    if (options.messages.length === 0 && !previous) {
      throw new GitError('error: terminal has no editor here\nPlease supply the message using either -m or -F option.', 1);
    }
    if (message === '') throw new GitError('Aborting commit due to empty commit message.', 1);
    const author = previous?.author ?? (await identity(context, repo, 'AUTHOR'));
    const committer = await identity(context, repo, 'COMMITTER');
    const oid = await git.commit({ ...repo, message, author, committer, ...(previous ? { parent: previous.parent } : {}) });
    if (!options.quiet) context.out(await report(repo, oid, message, previous ? previous.parent[0] : status.head));
    return 0;
  },
};

async function parse(args: readonly string[], read: (path: string) => Promise<string>): Promise<Options> {
  const options: Options = { messages: [], all: false, quiet: false, amend: false, noEdit: false, allowEmpty: false, paths: [] };
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!;
    const value = (): string => {
      const next = args[++at];
      if (next === undefined) throw new GitError(`error: switch \`${arg.slice(-1)}' requires a value`, 129);
      return next;
    };
    if (/^-[aqm]+$/.test(arg)) {
      if (arg.includes('a')) options.all = true;
      if (arg.includes('q')) options.quiet = true;
      if (arg.endsWith('m')) options.messages.push(value());
    } else if (arg === '--message') options.messages.push(value());
    else if (arg.startsWith('--message=')) options.messages.push(arg.slice('--message='.length));
    else if (arg.startsWith('-m')) options.messages.push(arg.slice(2));
    else if (arg === '-F') options.messages.push(await read(value()));
    else if (arg === '--all') options.all = true;
    else if (arg === '--quiet') options.quiet = true;
    else if (arg === '--amend') options.amend = true;
    else if (arg === '--no-edit') options.noEdit = true;
    else if (arg === '--allow-empty') options.allowEmpty = true;
    else if (arg === '--') {
      options.paths.push(...args.slice(at + 1));
      break;
    } else if (arg.startsWith('-')) throw new GitError(`error: unknown option \`${arg.replace(/^-+/, '')}'`, 129);
    else options.paths.push(arg);
  }
  return options;
}

/** As git cleans messages: no trailing spaces, no blank lines at the ends, never two in a row. */
function cleaned(message: string): string {
  const text = message.split('\n').map((line) => line.trimEnd()).join('\n').replace(/\n{3,}/g, '\n\n').replace(/^\n+|\n+$/g, '');
  return text === '' ? '' : `${text}\n`;
}

async function report(repo: Repository, oid: string, message: string, parent: string | undefined): Promise<string> {
  const branch = (await currentBranch(repo)) ?? 'detached HEAD';
  const root = parent === undefined ? ' (root-commit)' : '';
  const changes = changesBetween(await treeSnapshot(repo, parent), await treeSnapshot(repo, oid), { renames: true });
  const subject = message.split('\n\n')[0]!.replace(/\n/g, ' ').trim();
  let text = `[${branch}${root} ${await shortOid(repo, oid)}] ${subject}\n`;
  if (changes.length === 0) return text;
  text += `${summaryLine(await Promise.all(changes.map((change) => filePatch(repo, change))))}\n`;
  return text + changes.map(modeLine).join('');
}

/** What a change does to the set of files, after the counting line. */
export function modeLine(change: Change): string {
  const { kind, path, before, after } = change;
  if (kind === 'A') return ` create mode ${after!.mode} ${quotePath(path)}\n`;
  if (kind === 'D') return ` delete mode ${before!.mode} ${quotePath(path)}\n`;
  const rename = kind === 'R' ? ` rename ${renameText(change.from!, path)} (100%)\n` : '';
  return before!.mode === after!.mode ? rename : `${rename} mode change ${before!.mode} => ${after!.mode} ${quotePath(path)}\n`;
}
