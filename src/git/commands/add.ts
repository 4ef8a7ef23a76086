import * as git from 'isomorphic-git';
import type { GitCommand, GitContext } from '../context.ts';
import { fatal, GitError } from '../errors.ts';
import { updateIndex } from '../index-update.ts';
import { unknownOption } from '../options.ts';
import { pathspecs } from '../pathspec.ts';
import type { Pathspec } from '../pathspec.ts';
import { quotePath } from '../quote.ts';
import { findRepository } from '../repository.ts';
import type { Repository } from '../repository.ts';
import { byPath, headOf, ignoredAt, indexSnapshot, worktreeEntry } from '../snapshot.ts';
import { readStatus } from '../status.ts';
import type { Status } from '../status.ts';
import { addPatch } from './add-patch.ts';

interface Options { all: boolean; update: boolean; verbose: boolean; force: boolean; dryRun: boolean; patch: boolean; ignoreErrors: boolean; given: string[] }

const flags: Record<string, Exclude<keyof Options, 'given'>> = {
  '-A': 'all', '--all': 'all', '-u': 'update', '--update': 'update', '-v': 'verbose', '--verbose': 'verbose', '-f': 'force', '--force': 'force', '-n': 'dryRun', '--dry-run': 'dryRun',
  '-p': 'patch', '--patch': 'patch', '--ignore-errors': 'ignoreErrors',
};

export const add: GitCommand = {
  name: 'add',
  async run(args, context) {
    const options = parse(args);
    const repo = await findRepository(context);
    const { given, all, update } = options;
    if (options.patch) return addPatch(repo, context, pathspecs(repo, given));
    if (given.length === 0 && !all && !update) {
      context.err("Nothing specified, nothing added.\nhint: Maybe you wanted to say 'git add .'?\nhint: Turn this message off by running\nhint: \"git config advice.addEmptyPathspec false\"\n");
      return 0;
    }
    const specs = pathspecs(repo, given);
    const status = await readStatus(repo, { untracked: update ? 'no' : 'all', renames: false, ignored: options.force && !update ? 'all' : undefined });
    const candidates = [...status.unstaged.map(({ path }) => path), ...status.conflicts.keys(), ...status.untracked, ...status.ignored];
    const wanted = (path: string): boolean => specs.length === 0 || specs.some((spec) => spec.matches(path.replace(/\/$/, '')));
    const chosen = candidates.filter(wanted);
    const { more, refusal } = await unmatched(repo, specs.filter((spec) => !candidates.some((path) => spec.matches(path.replace(/\/$/, '')))), options);
    chosen.push(...more);
    const hidden = options.force || update ? [] : await inIgnoredFolders(repo, specs);
    chosen.sort(byPath);
    const gone = await goneAmong(repo, status, chosen);
    if (!options.dryRun) await stage(repo, context, chosen, gone);
    if (options.verbose || options.dryRun) for (const path of chosen) context.out(`${gone.has(path) ? 'remove' : 'add'} '${path}'\n`);
    if (refusal.length + hidden.length > 0) throw ignoredRefusal([...refusal, ...hidden]);
    return 0;
  },
};

function parse(args: readonly string[]): Options {
  const options: Options = { all: false, update: false, verbose: false, force: false, dryRun: false, patch: false, ignoreErrors: false, given: [] };
  for (const [at, arg] of args.entries()) {
    if (arg === '--') {
      options.given.push(...args.slice(at + 1));
      break;
    }
    const letters = /^-[A-Za-z]{2,}$/.test(arg) ? [...arg.slice(1)].map((letter) => `-${letter}`) : [arg];
    for (const one of letters) {
      if (flags[one]) options[flags[one]] = true;
      else if (one.startsWith('-') && one !== '-') throw unknownOption(one);
      else options.given.push(one);
    }
  }
  return options;
}

/** Which of the paths have no file any more: their entries leave the index. */
export async function goneAmong(repo: Repository, status: Pick<Status, 'unstaged' | 'conflicts'>, paths: readonly string[]): Promise<Set<string>> {
  const deleted = new Set(status.unstaged.filter(({ kind }) => kind === 'D').map(({ path }) => path));
  const gone = new Set(paths.filter((path) => deleted.has(path)));
  for (const path of paths) if (status.conflicts.has(path) && !(await worktreeEntry(repo, path))) gone.add(path);
  return gone;
}

/** Brings the given files of the working tree into the index, and takes out of it those that are gone. A repository inside this one becomes a link to its commit. */
export async function stage(repo: Repository, context: GitContext, paths: readonly string[], gone: ReadonlySet<string>): Promise<void> {
  if (paths.length === 0) return;
  await updateIndex(repo, async (draft) => {
    for (const path of paths) {
      if (gone.has(path)) {
        draft.remove(path);
        continue;
      }
      const linked = draft.get(path)?.mode === 0o160000 && (await repo.fs.promises.lstat(`${repo.dir}/${path}`)).isDirectory();
      if (path.endsWith('/') || linked) {
        const folder = path.replace(/\/$/, '');
        const head = await headOf(repo, `${repo.dir}/${folder}`);
        if (linked) {
          draft.set(folder, head ?? draft.get(folder)!.oid, '160000');
          continue;
        }
        if (head === undefined) throw new GitError(`error: '${path}' does not have a commit checked out\nfatal: adding files failed`);
        context.err(`warning: adding embedded git repository: ${folder}\n`);
        draft.set(folder, head, '160000');
        continue;
      }
      const stat = await repo.fs.promises.lstat(`${repo.dir}/${path}`);
      const file = await worktreeEntry(repo, path);
      if (!file) throw fatal(`unable to stat '${path}': No such file or directory`);
      const known = draft.get(path)?.oid === file.oid ? file.oid : await git.writeBlob({ ...repo, blob: await file.read() });
      draft.set(path, known, file.mode, stat);
    }
  });
}

/** A path without changes is fine when it is tracked or an existing folder; otherwise git refuses it, the ignored ones after all others were added. */
async function unmatched(repo: Repository, specs: readonly Pathspec[], { force, all, update }: Options): Promise<{ more: string[]; refusal: string[] }> {
  const more: string[] = [];
  const ignored: string[] = [];
  const index = specs.length === 0 ? undefined : await indexSnapshot(repo);
  for (const spec of specs) {
    if ([...index!.keys()].some(spec.matches)) continue;
    const full = spec.path === '.' ? repo.dir : `${repo.dir}/${spec.path}`;
    const stat = await repo.fs.promises.lstat(full).catch(() => undefined);
    if (!stat && (all || update) && /[*?[]/.test(spec.given)) continue;
    if (!stat) throw fatal(`pathspec '${spec.given}' did not match any files`);
    const { path } = spec;
    if (path === '.') continue;
    const hiddenBy = await ignoredAt(repo, path, stat.isDirectory());
    if (stat.isDirectory() && hiddenBy === undefined) continue;
    if (!force) ignored.push(hiddenBy ?? path);
    else if (stat.isDirectory()) more.push(...(await filesBelow(repo, path)));
    else more.push(path);
  }
  return { more, refusal: ignored };
}

/** Git goes no way through an ignored folder, even to a file that it tracks there: that is added, and refused all the same. */
async function inIgnoredFolders(repo: Repository, specs: readonly Pathspec[]): Promise<string[]> {
  const found: string[] = [];
  for (const { literal } of specs) {
    const folder = literal === undefined ? -1 : literal.lastIndexOf('/');
    if (folder < 0 || !(await repo.fs.promises.lstat(`${repo.dir}/${literal}`).then(() => true, () => false))) continue;
    const by = await ignoredAt(repo, literal!.slice(0, folder), true);
    if (by !== undefined) found.push(by);
  }
  return found;
}

function ignoredRefusal(paths: readonly string[]): GitError {
  const names = [...new Set(paths)].map((path) => `${quotePath(path)}\n`).join('');
  return new GitError(`The following paths are ignored by one of your .gitignore files:\n${names}hint: Use -f if you really want to add them.\nhint: Turn this message off by running\nhint: "git config advice.addIgnoredFile false"`, 1);
}

/** All files of a folder, ignored or not. */
async function filesBelow(repo: Repository, folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await repo.fs.promises.readdir(`${repo.dir}/${folder}`, { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.name === '.git') continue;
    if (entry.isDirectory()) found.push(...(await filesBelow(repo, path)));
    else if (entry.isFile() || entry.isSymbolicLink()) found.push(path);
  }
  return found;
}
