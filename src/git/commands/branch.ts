import * as git from 'isomorphic-git';
import { Config } from '../config.ts';
import type { GitCommand, GitContext } from '../context.ts';
import { fatal, GitError } from '../errors.ts';
import { isAncestor } from '../merge/merge-base.ts';
import { unknownOption } from '../options.ts';
import { readRebase } from '../rebase/state.ts';
import { appendReflog, refInTheWay, removeRef, updateRef } from '../refs.ts';
import { currentBranch, findRepository, resolveOrUndefined, shortOid, tryResolve } from '../repository.ts';
import type { Repository } from '../repository.ts';
import { remoteBranch, setUpstream, trackBranch } from '../tracking.ts';
import { upstreamOf } from '../upstream.ts';
import { isValidName } from './switch.ts';

interface Flags {
  delete: boolean;
  move: boolean;
  copy: boolean;
  force: boolean;
  list: boolean;
  remotes: boolean;
  all: boolean;
  verbose: number;
  quiet: boolean;
  track: boolean | undefined;
  setUpstream: string | undefined;
  unsetUpstream: boolean;
  contains: string | undefined;
  merged: { commit: string; wanted: boolean } | undefined;
}

const LETTERS: Record<string, (flags: Flags) => void> = {
  d: (flags) => { flags.delete = true; },
  D: (flags) => { flags.delete = flags.force = true; },
  m: (flags) => { flags.move = true; },
  M: (flags) => { flags.move = flags.force = true; },
  c: (flags) => { flags.copy = true; },
  C: (flags) => { flags.copy = flags.force = true; },
  f: (flags) => { flags.force = true; },
  l: (flags) => { flags.list = true; },
  r: (flags) => { flags.remotes = true; },
  a: (flags) => { flags.all = true; },
  v: (flags) => { flags.verbose++; },
  q: (flags) => { flags.quiet = true; },
  t: (flags) => { flags.track = true; },
};

const LONG: Record<string, string> = { delete: 'd', move: 'm', copy: 'c', force: 'f', list: 'l', remotes: 'r', all: 'a', verbose: 'v', quiet: 'q', track: 't' };

export const branch: GitCommand = {
  name: 'branch',
  async run(args, context) {
    const repo = await findRepository(context);
    if (args.includes('--show-current')) {
      const current = await currentBranch(repo);
      if (current !== undefined) context.out(`${current}\n`);
      return 0;
    }
    const { flags, names } = parse(args);
    if (flags.delete) return deleteBranches(repo, context, names, flags);
    if (flags.move || flags.copy) return moveBranch(repo, context, names, flags);
    if (flags.setUpstream !== undefined) return follow(repo, context, flags.setUpstream, names[0]);
    if (flags.unsetUpstream) return unfollow(repo, context, names[0]);
    if (names.length === 0 || flags.list || flags.contains !== undefined || flags.merged || flags.remotes || flags.all) return list(repo, context, names, flags);
    return create(repo, context, names, flags);
  },
};

function parse(args: readonly string[]): { flags: Flags; names: string[] } {
  const flags: Flags = { delete: false, move: false, copy: false, force: false, list: false, remotes: false, all: false, verbose: 0, quiet: false, track: undefined, setUpstream: undefined, unsetUpstream: false, contains: undefined, merged: undefined };
  const names: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!;
    const optional = (): string => (args[at + 1] === undefined || args[at + 1]!.startsWith('-') ? 'HEAD' : args[++at]!);
    if (arg === '-u' || arg === '--set-upstream-to') flags.setUpstream = args[++at] ?? '';
    else if (arg.startsWith('--set-upstream-to=')) flags.setUpstream = arg.slice('--set-upstream-to='.length);
    else if (arg === '--unset-upstream') flags.unsetUpstream = true;
    else if (arg === '--contains') flags.contains = optional();
    else if (arg === '--merged' || arg === '--no-merged') flags.merged = { commit: optional(), wanted: arg === '--merged' };
    else if (arg === '--no-track') flags.track = false;
    else if (arg === '--no-color' || arg === '--no-column') continue;
    else if (arg.startsWith('--')) {
      const letter = LONG[arg.slice(2)];
      if (letter === undefined) throw unknownOption(arg);
      LETTERS[letter]!(flags);
    } else if (arg.startsWith('-') && arg !== '-') {
      for (const letter of arg.slice(1)) {
        const set = LETTERS[letter];
        if (!set) throw unknownOption(`-${letter}`);
        set(flags);
      }
    } else names.push(arg);
  }
  return { flags, names };
}

interface Listed { shown: string; ref: string; current: boolean; symbolic?: string }

async function list(repo: Repository, context: GitContext, patterns: readonly string[], flags: Flags): Promise<number> {
  const current = await currentBranch(repo);
  const head = await resolveOrUndefined(repo, 'HEAD');
  const rows: Listed[] = [];
  if (!flags.remotes) {
    if (current === undefined && head !== undefined) rows.push({ shown: await detachedText(repo, head), ref: 'HEAD', current: true });
    for (const name of (await git.listBranches(repo)).sort()) rows.push({ shown: name, ref: `refs/heads/${name}`, current: name === current });
  }
  if (flags.remotes || flags.all) {
    for (const ref of (await git.listRefs({ ...repo, filepath: 'refs/remotes' })).sort()) {
      const symbolic = await git.resolveRef({ ...repo, ref: `refs/remotes/${ref}`, depth: 2 }).catch(() => '');
      rows.push({ shown: `${flags.all ? 'remotes/' : ''}${ref}`, ref: `refs/remotes/${ref}`, current: false, ...(symbolic.startsWith('refs/') ? { symbolic: symbolic.replace('refs/remotes/', '') } : {}) });
    }
  }
  const chosen: Listed[] = [];
  for (const row of rows) {
    if (patterns.length > 0 && !patterns.some((pattern) => glob(pattern).test(row.shown))) continue;
    if (flags.contains !== undefined && !(await isAncestor(repo, await named(repo, flags.contains), (await tryResolve(repo, row.ref))!))) continue;
    if (flags.merged && (await isAncestor(repo, (await tryResolve(repo, row.ref))!, await named(repo, flags.merged.commit))) !== flags.merged.wanted) continue;
    chosen.push(row);
  }
  const width = Math.max(0, ...chosen.map(({ shown }) => shown.length));
  for (const row of chosen) context.out(`${row.current ? '* ' : '  '}${await rowText(repo, row, width, flags)}\n`);
  return 0;
}

async function rowText(repo: Repository, { shown, ref, symbolic }: Listed, width: number, flags: Flags): Promise<string> {
  if (symbolic !== undefined && flags.verbose === 0) return `${shown} -> ${symbolic}`;
  if (flags.verbose === 0) return shown;
  if (symbolic !== undefined) return `${shown.padEnd(width)} -> ${symbolic}`;
  const oid = (await tryResolve(repo, ref))!;
  const subject = (await git.readCommit({ ...repo, oid })).commit.message.split('\n\n')[0]!.trim().replace(/\n/g, ' ');
  const upstream = ref.startsWith('refs/heads/') ? await upstreamOf(repo, ref.slice('refs/heads/'.length)) : undefined;
  let track = '';
  if (upstream) {
    const { apart } = upstream;
    const distance = !apart ? 'gone' : [apart.ahead > 0 ? `ahead ${apart.ahead}` : '', apart.behind > 0 ? `behind ${apart.behind}` : ''].filter((part) => part !== '').join(', ');
    const parts = flags.verbose > 1 ? [upstream.name, distance].filter((part) => part !== '').join(': ') : distance;
    track = parts === '' ? '' : `[${parts}] `;
  }
  return `${shown.padEnd(width)} ${await shortOid(repo, oid)} ${track}${subject}`;
}

async function detachedText(repo: Repository, head: string): Promise<string> {
  return `(HEAD detached at ${await shortOid(repo, head)})`;
}

const glob = (pattern: string): RegExp => new RegExp(`^${pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&').replace(/\*/g, '.*').replace(/\?/g, '.')}$`);

async function named(repo: Repository, name: string): Promise<string> {
  const oid = await tryResolve(repo, name);
  if (oid === undefined) throw new GitError(`error: malformed object name ${name}`, 129);
  return oid;
}

async function create(repo: Repository, context: GitContext, [name, start = 'HEAD']: readonly string[], flags: Flags): Promise<number> {
  if (!isValidName(name!)) throw fatal(`'${name}' is not a valid branch name`);
  const exists = (await resolveOrUndefined(repo, `refs/heads/${name}`)) !== undefined;
  const current = await currentBranch(repo);
  if (exists && !flags.force) throw fatal(`a branch named '${name}' already exists`);
  if (exists && (await isCheckedOut(repo, name!))) throw fatal(`cannot force update the branch '${name}' checked out at '${repo.dir}'`);
  const oid = await tryResolve(repo, start);
  if (oid === undefined) throw fatal(`not a valid object name: '${start === 'HEAD' ? current ?? start : start}'`);
  await updateRef(repo, context, `refs/heads/${name}`, oid, `branch: ${exists ? 'Reset to' : 'Created from'} ${start === 'HEAD' ? current ?? start : start}`);
  const tracked = await trackBranch(repo, context, { branch: name!, start, track: flags.track });
  if (tracked && !flags.quiet) context.out(tracked);
  return 0;
}

async function deleteBranches(repo: Repository, context: GitContext, names: readonly string[], flags: Flags): Promise<number> {
  if (names.length === 0) throw fatal('branch name required');
  let code = 0;
  const fail = (text: string): void => {
    context.err(`${text}\n`);
    code = 1;
  };
  for (const name of names) {
    const ref = flags.remotes ? `refs/remotes/${name}` : `refs/heads/${name}`;
    const oid = await resolveOrUndefined(repo, ref);
    if (oid === undefined) fail(`error: ${flags.remotes ? 'remote-tracking branch' : 'branch'} '${name}' not found.`);
    else if (!flags.remotes && (await isCheckedOut(repo, name))) fail(`error: Cannot delete branch '${name}' checked out at '${repo.dir}'`);
    else if (!flags.force && !flags.remotes && !(await isMerged(repo, name, oid))) fail(`error: The branch '${name}' is not fully merged.\nIf you are sure you want to delete it, run 'git branch -D ${name}'.`);
    else {
      await removeRef(repo, ref);
      if (!flags.remotes) await dropConfig(repo, context, name);
      if (!flags.quiet) context.out(`Deleted ${flags.remotes ? 'remote-tracking ' : ''}branch ${name} (was ${await shortOid(repo, oid)}).\n`);
    }
  }
  return code;
}

/** Also while it is being rebased: the end of that brings it back, and needs it. */
async function isCheckedOut(repo: Repository, name: string): Promise<boolean> {
  return name === (await currentBranch(repo)) || name === (await readRebase(repo))?.branch;
}

/** Into what it follows, or else into HEAD. */
async function isMerged(repo: Repository, name: string, oid: string): Promise<boolean> {
  const upstream = await upstreamOf(repo, name);
  const into = (upstream && (await resolveOrUndefined(repo, upstream.ref))) ?? (await resolveOrUndefined(repo, 'HEAD'));
  return into !== undefined && isAncestor(repo, oid, into);
}

async function dropConfig(repo: Repository, context: GitContext, name: string): Promise<void> {
  const config = new Config(context, repo.gitdir);
  const keys = (await config.list('local')).map(({ key }) => key).filter((key) => key.startsWith(`branch.${name}.`));
  for (const key of new Set(keys)) await config.unset(key);
}

async function moveBranch(repo: Repository, context: GitContext, names: readonly string[], flags: Flags): Promise<number> {
  const current = await currentBranch(repo);
  const [from, to] = names.length === 1 ? [current, names[0]!] : [names[0], names[1]];
  if (to === undefined) throw fatal('branch name required');
  if (from === undefined) throw fatal('cannot rename the current branch while not on any');
  if (!isValidName(to)) throw fatal(`'${to}' is not a valid branch name`);
  const oid = await resolveOrUndefined(repo, `refs/heads/${from}`);
  if (oid === undefined && from !== current) throw fatal(`no branch named '${from}'`);
  if (from !== to && (await resolveOrUndefined(repo, `refs/heads/${to}`)) !== undefined) {
    if (!flags.force) throw fatal(`a branch named '${to}' already exists`);
    // Its files would stay those of the branch that was, and the next commit take back the other one's changes.
    if (await isCheckedOut(repo, to)) throw fatal(`cannot force update the branch '${to}' checked out at '${repo.dir}'`);
  }
  if (from === to) return 0;
  // Before anything is gone.
  const inTheWay = oid === undefined ? undefined : await refInTheWay(repo, `refs/heads/${to}`, flags.move ? `refs/heads/${from}` : undefined);
  if (inTheWay !== undefined) throw new GitError(`error: '${inTheWay}' exists; cannot create 'refs/heads/${to}'\nfatal: Branch ${flags.move ? 'rename' : 'copy'} failed`);
  const fs = repo.fs.promises;
  const log = await fs.readFile(`${repo.gitdir}/logs/refs/heads/${from}`, 'utf8').catch(() => undefined);
  const config = new Config(context, repo.gitdir);
  const settings = (await config.list('local')).filter(({ key }) => key.startsWith(`branch.${from}.`));
  if (flags.move && oid !== undefined) await removeRef(repo, `refs/heads/${from}`);
  if (oid !== undefined) {
    await git.writeRef({ ...repo, ref: `refs/heads/${to}`, value: oid, force: true });
    const path = `${repo.gitdir}/logs/refs/heads/${to}`;
    await fs.mkdir(path.slice(0, path.lastIndexOf('/')), { recursive: true });
    await fs.writeFile(path, log ?? '');
    await appendReflog(repo, context, `refs/heads/${to}`, { before: oid, after: oid, message: `Branch: ${flags.move ? 'renamed' : 'copied'} refs/heads/${from} to refs/heads/${to}` });
  }
  for (const { key, value } of settings) {
    if (flags.move) await config.unset(key);
    await config.set(`branch.${to}.${key.slice(`branch.${from}.`.length)}`, value);
  }
  if (flags.move && from === current) await git.writeRef({ ...repo, ref: 'HEAD', value: `refs/heads/${to}`, symbolic: true, force: true });
  return 0;
}

async function follow(repo: Repository, context: GitContext, upstream: string, given: string | undefined): Promise<number> {
  const name = given ?? (await currentBranch(repo));
  if (name === undefined) throw fatal('could not set upstream of HEAD to ' + upstream + ' when it does not point to any branch');
  if ((await resolveOrUndefined(repo, `refs/heads/${name}`)) === undefined) throw fatal(`branch '${name}' does not exist`);
  const remote = await remoteBranch(repo, upstream);
  if (!remote && (await resolveOrUndefined(repo, `refs/heads/${upstream}`)) === undefined) throw fatal(`the requested upstream branch '${upstream}' does not exist`);
  await setUpstream(repo, context, name, remote?.remote ?? '.', remote?.branch ?? upstream);
  context.out(`branch '${name}' set up to track '${upstream}'.\n`);
  return 0;
}

async function unfollow(repo: Repository, context: GitContext, given: string | undefined): Promise<number> {
  const name = given ?? (await currentBranch(repo));
  if (name === undefined || !(await upstreamOf(repo, name))) throw fatal(`Branch '${name}' has no upstream information`);
  const config = new Config(context, repo.gitdir);
  await config.unset(`branch.${name}.remote`);
  await config.unset(`branch.${name}.merge`);
  return 0;
}
