import * as git from 'isomorphic-git';
import type { GitCommand, GitContext } from '../context.ts';
import { parseDate } from '../dates.ts';
import { fatal, GitError } from '../errors.ts';
import { findHook, runHook } from '../hooks.ts';
import { cleanName, identity } from '../identity.ts';
import type { Identity } from '../identity.ts';
import { indexEntry, readIndexFile, writeIndexFile } from '../index-stages.ts';
import type { IndexFileEntry } from '../index-stages.ts';
import { sameEntry } from '../merge/merge-files.ts';
import { clearOperation } from '../operation-state.ts';
import { unknownOption, valueAfter } from '../options.ts';
import { pathspecs } from '../pathspec.ts';
import { moveHead } from '../refs.ts';
import { findRepository, resolveOrUndefined } from '../repository.ts';
import type { Repository } from '../repository.ts';
import { indexSnapshot, treeSnapshot, worktreeEntry } from '../snapshot.ts';
import type { IndexEntry, Snapshot, SnapshotEntry } from '../snapshot.ts';
import { readStatus } from '../status.ts';
import type { Status } from '../status.ts';
import { longText } from '../status-text.ts';
import { writeCommit, writeTreeOf } from '../write-objects.ts';
import { goneAmong, stage } from './add.ts';
import { checkedMessage, cleanupMode, messageFor } from './commit-message.ts';
import type { Cleanup } from './commit-message.ts';
import { commitReport, subjectOf } from './commit-report.ts';

const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

const EMPTY_PICK = 'The previous cherry-pick is now empty, possibly due to conflict resolution.\nIf you wish to commit it anyway, use:\n\n    git commit --allow-empty\n\nOtherwise, please use \'git cherry-pick --skip\'\n';

interface Options {
  messages: string[];
  all: boolean;
  quiet: boolean;
  amend: boolean;
  noEdit: boolean;
  edit: boolean;
  allowEmpty: boolean;
  allowEmptyMessage: boolean;
  signoff: boolean;
  resetAuthor: boolean;
  noVerify: boolean;
  author: string | undefined;
  date: string | undefined;
  cleanup: Cleanup | undefined;
  paths: string[];
}

export const commit: GitCommand = {
  name: 'commit',
  async run(args, context) {
    const options = await parse(args, context);
    const repo = await findRepository(context);
    if (!options.all && options.paths.length === 0) return attempt(repo, context, options);
    // What is staged on the way stays so only when there is a commit. What somebody else has staged meanwhile, while a message was written, stays too.
    const before = await readIndexFile(repo);
    let staged: string | undefined;
    let code = 1;
    try {
      code = await attempt(repo, context, options, async () => { staged = contentOf(await readIndexFile(repo)); });
    } finally {
      if (code !== 0 && (staged === undefined || staged === contentOf(await readIndexFile(repo)))) await writeIndexFile(repo, before);
    }
    return code;
  },
};

const contentOf = (entries: readonly IndexFileEntry[]): string => entries.map(({ mode, oid, stage: side, path }) => `${mode} ${oid} ${side} ${path}\0`).join('');

/** @param onStaged is called when all is staged, before the message is asked for */
async function attempt(repo: Repository, context: GitContext, options: Options, onStaged?: () => Promise<void>): Promise<number> {
  let status = await readStatus(repo);
  const operation = status.operation;
  if (options.amend && status.head === undefined) throw fatal('You have nothing to amend.');
  if (options.amend && operation) throw fatal(`You are in the middle of a ${operation.kind} -- cannot amend.`);
  if (options.paths.length > 0 && operation?.kind === 'merge') throw fatal('cannot do a partial commit during a merge.');
  if (options.all) {
    const paths = [...status.unstaged.map(({ path }) => path), ...status.conflicts.keys()];
    await stage(repo, context, paths, await goneAmong(repo, status, paths));
    status = await readStatus(repo);
  }
  if (status.conflicts.size > 0) {
    for (const path of status.conflicts.keys()) context.out(`U\t${path}\n`);
    throw new GitError("error: Committing is not possible because you have unmerged files.\nhint: Fix them up in the work tree, and then use 'git add/rm <file>'\nhint: as appropriate to mark resolution and make a commit.\nfatal: Exiting because of an unresolved conflict.");
  }
  const take = async (): Promise<Snapshot> => (options.paths.length > 0 ? partial(repo, context, status, options.paths) : indexSnapshot(repo));
  let files = await take();
  if (!options.noVerify && (await findHook(repo, context, 'pre-commit')) !== undefined) {
    if ((await runHook(repo, context, 'pre-commit')) !== 0) return 1;
    // Formatters change files and add them again.
    repo.cache = {};
    files = await take();
  }
  await onStaged?.();
  const previous = options.amend ? (await git.readCommit({ ...repo, oid: status.head! })).commit : undefined;
  const tree = await writeTreeOf(repo, files);
  const parents = previous ? previous.parent : [...(status.head === undefined ? [] : [status.head]), ...(operation?.kind === 'merge' ? operation.heads : [])];
  if (previous && !options.allowEmpty && previous.parent.length < 2 && (await sameTree(repo, previous.parent[0], tree))) {
    // As seen from the commit before: there is none of an amended first one.
    context.out(await longText(repo, { ...(await readStatus(repo, { entries: entriesOf(files) })), staged: [], ...(previous.parent.length === 0 ? { head: undefined } : {}) }, 'amend'));
    throw new GitError('You asked to amend the most recent commit, but doing so would make\nit empty. You can repeat your command with --allow-empty, or you can\nremove the commit entirely with "git reset HEAD^".', 1);
  }
  if (!previous && !options.allowEmpty && operation?.kind !== 'merge' && (await sameTree(repo, status.head, tree))) {
    context.out(await longText(repo, await readStatus(repo, { entries: entriesOf(files) }), 'commit'));
    if (operation?.kind === 'cherry-pick') context.err(EMPTY_PICK);
    return 1;
  }
  const picked = operation?.kind === 'cherry-pick' ? (await git.readCommit({ ...repo, oid: operation.heads[0]! })).commit : undefined;
  const author = await authorOf(context, repo, options, previous?.author ?? picked?.author);
  const committer = await identity(context, repo, 'COMMITTER');
  let message = await messageFor(repo, context, options, status, previous && { oid: status.head!, message: previous.message });
  if (options.signoff && !message.includes(`Signed-off-by: ${committer.name} <${committer.email}>`)) {
    message += `${/\n\S+-by: [^\n]*\n$/.test(message) ? '' : '\n'}Signed-off-by: ${committer.name} <${committer.email}>\n`;
  }
  if (!options.noVerify) {
    const checked = await checkedMessage(repo, context, message);
    if (checked === undefined) return 1;
    message = checked;
  }
  if (message === '' && !options.allowEmptyMessage) throw new GitError('Aborting commit due to empty commit message.', 1);
  const oid = await writeCommit(repo, context, { tree, parents, author, message });
  // Hooks and the editor take their time: a commit that was made meanwhile is no parent of this one, and would leave the branch.
  const now = await resolveOrUndefined(repo, 'HEAD');
  if (now !== status.head) throw fatal(`cannot lock ref 'HEAD': ${status.head === undefined ? 'reference already exists' : now === undefined ? "unable to resolve reference 'HEAD'" : `is at ${now} but expected ${status.head}`}`);
  const how = previous ? ' (amend)' : status.head === undefined ? ' (initial)' : operation ? ` (${operation.kind})` : '';
  await moveHead(repo, context, oid, `commit${operation?.kind === 'revert' ? '' : how}: ${subjectOf(message)}`);
  await clearOperation(repo);
  await runHook(repo, context, 'post-commit');
  if (!options.quiet) context.out(await commitReport(repo, { oid, message, author, committer, parents, first: status.head === undefined, dated: (previous ?? picked) !== undefined || options.date !== undefined }));
  return 0;
}

const switches: Record<string, 'all' | 'quiet' | 'amend' | 'noEdit' | 'edit' | 'allowEmpty' | 'allowEmptyMessage' | 'signoff' | 'resetAuthor' | 'noVerify' | undefined> = {
  '-a': 'all', '--all': 'all', '-q': 'quiet', '--quiet': 'quiet', '--amend': 'amend', '--no-edit': 'noEdit', '-e': 'edit', '--edit': 'edit', '--allow-empty': 'allowEmpty',
  '--allow-empty-message': 'allowEmptyMessage', '-s': 'signoff', '--signoff': 'signoff', '--reset-author': 'resetAuthor', '-n': 'noVerify', '--no-verify': 'noVerify',
};

/** There are no keys here, and no hook that these are about. */
const ignored = ['--no-gpg-sign', '-v', '--verbose', '--no-post-rewrite', '--only', '-o'];

async function parse(args: readonly string[], context: GitContext): Promise<Options> {
  const options: Options = {
    messages: [], all: false, quiet: false, amend: false, noEdit: false, edit: false, allowEmpty: false, allowEmptyMessage: false, signoff: false, resetAuthor: false, noVerify: false,
    author: undefined, date: undefined, cleanup: undefined, paths: [],
  };
  const take = async (name: string, value: string): Promise<void> => {
    if (name === 'm' || name === 'message') options.messages.push(value);
    else if (name === 'F' || name === 'file') options.messages.push(await fileOrInput(value, context));
    else if (name === 'author') options.author = value;
    else if (name === 'cleanup') options.cleanup = cleanupMode(value);
    else options.date = value;
  };
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!;
    const assigned = /^--(message|file|author|date|cleanup)=([^]*)$/.exec(arg);
    const cluster = /^-([aqesnv]*)([mF])([^]*)$/.exec(arg);
    if (arg === '--') {
      options.paths.push(...args.slice(at + 1));
      break;
    } else if (assigned) await take(assigned[1]!, assigned[2]!);
    else if (/^--(?:message|file|author|date|cleanup)$/.test(arg)) await take(arg.slice(2), valueAfter(args, at++));
    else if (cluster && !arg.startsWith('--')) {
      for (const letter of cluster[1]!) if (switches[`-${letter}`]) options[switches[`-${letter}`]!] = true;
      await take(cluster[2]!, cluster[3] !== '' ? cluster[3]! : valueAfter(args, at++));
    } else if (/^-[aqesnvo]+$/.test(arg)) {
      for (const letter of arg.slice(1)) if (switches[`-${letter}`]) options[switches[`-${letter}`]!] = true;
    } else if (switches[arg]) options[switches[arg]] = true;
    else if (ignored.includes(arg)) continue;
    else if (arg.startsWith('-')) throw unknownOption(arg);
    else options.paths.push(arg);
  }
  return options;
}

async function fileOrInput(path: string, context: GitContext): Promise<string> {
  if (path === '-') return context.readInput ? new TextDecoder().decode(await context.readInput()) : '';
  return context.fs.promises.readFile(path.startsWith('/') ? path : `${context.cwd}/${path}`, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw fatal(`could not read log file '${path}': ${error.code === 'ENOENT' ? 'No such file or directory' : error.message}`);
  });
}

/** What was last committed with these paths as they are now; what else is staged stays so. */
async function partial(repo: Repository, context: GitContext, status: Status, given: readonly string[]): Promise<Snapshot> {
  const specs = pathspecs(repo, given);
  const index = await indexSnapshot(repo);
  const known = new Set([...index.keys(), ...(await treeSnapshot(repo, status.head)).keys()]);
  for (const spec of specs) if (![...known].some(spec.matches)) throw new GitError(`error: pathspec '${spec.given}' did not match any file(s) known to git`, 1);
  const chosen = (path: string): boolean => specs.some((spec) => spec.matches(path));
  // Also what was taken out of the index alone: the file is still there.
  const paths = [...known].filter(chosen);
  const gone = new Set<string>();
  const kept = new Set<string>();
  for (const path of paths) {
    const entry = index.get(path);
    // A repository within this one is no file, but there; what was left out of the working tree on purpose stays as it is.
    const linked = entry?.mode === '160000' ? { entry, indexWritten: 0 } : undefined;
    if (await worktreeEntry(repo, path, linked)) continue;
    (entry?.file.skipWorktree ? kept : gone).add(path);
  }
  await stage(repo, context, paths.filter((path) => !kept.has(path)), gone);
  const files: Snapshot = new Map([...(await treeSnapshot(repo, status.head))].filter(([path]) => !chosen(path)));
  // An entry of the index that agrees also knows the file, which need not be read then.
  for (const [path, entry] of await indexSnapshot(repo)) if (chosen(path) || sameEntry(files.get(path), entry)) files.set(path, entry);
  return files;
}

/** The index as it would be with this commit, which is the one that a refusal speaks of. */
const entriesOf = (files: Map<string, SnapshotEntry | IndexEntry>): IndexFileEntry[] => [...files].map(([path, entry]) => ('file' in entry ? entry.file : indexEntry(path, entry.oid, entry.mode)));

/** Whether a commit (or nothing at all) has this tree already. */
async function sameTree(repo: Repository, commit: string | undefined, tree: string): Promise<boolean> {
  return tree === (commit === undefined ? EMPTY_TREE : (await git.readCommit({ ...repo, oid: commit })).commit.tree);
}

async function authorOf(context: GitContext, repo: Repository, options: Options, kept: Identity | undefined): Promise<Identity> {
  const base = kept && !options.resetAuthor ? kept : await identity(context, repo, 'AUTHOR');
  const named = options.author === undefined ? undefined : /^(.*?)\s*<(.*)>$/.exec(options.author);
  if (options.author !== undefined && !named) throw fatal(`--author '${options.author}' is not 'Name <email>' and matches no existing author`);
  const when = options.date === undefined ? undefined : parseDate(options.date, context.now(), context.timezoneOffset());
  if (options.date !== undefined && !when) throw fatal(`invalid date format: ${options.date}`);
  return { name: cleanName(named?.[1] ?? base.name), email: cleanName(named?.[2] ?? base.email), timestamp: when?.timestamp ?? base.timestamp, timezoneOffset: when?.timezoneOffset ?? base.timezoneOffset };
}
