import * as git from 'isomorphic-git';
import type { GitCommand } from '../context.ts';
import { fatal, GitError } from '../errors.ts';
import { pathspec } from '../pathspec.ts';
import { findRepository } from '../repository.ts';
import type { Repository } from '../repository.ts';
import { readStatus } from '../status.ts';
import type { Status } from '../status.ts';
import { indexSnapshot, isIgnored } from '../snapshot.ts';

export const add: GitCommand = {
  name: 'add',
  async run(args, context) {
    let all = false;
    let update = false;
    let verbose = false;
    let force = false;
    const given: string[] = [];
    let options = true;
    for (const arg of args) {
      if (options && arg === '--') options = false;
      else if (options && (arg === '-A' || arg === '--all')) all = true;
      else if (options && (arg === '-u' || arg === '--update')) update = true;
      else if (options && (arg === '-v' || arg === '--verbose')) verbose = true;
      else if (options && (arg === '-f' || arg === '--force')) force = true;
      else if (options && arg.startsWith('-')) throw new GitError(`error: unknown option \`${arg.replace(/^-+/, '')}'`, 129);
      else given.push(arg);
    }
    const repo = await findRepository(context);
    if (given.length === 0 && !all && !update) {
      context.err("Nothing specified, nothing added.\nhint: Maybe you wanted to say 'git add .'?\nhint: Turn this message off by running\nhint: \"git config advice.addEmptyPathspec false\"\n");
      return 0;
    }
    const specs = given.map((path) => pathspec(repo, path));
    const status = await readStatus(repo);
    const candidates = [...status.unstaged.map((change) => change.path), ...(update ? [] : status.untrackedFiles)];
    const chosen = candidates.filter((path) => specs.length === 0 || specs.some((spec) => spec.matches(path)));
    for (const spec of specs) if (!candidates.some(spec.matches)) chosen.push(...(await explain(repo, spec, force)));
    await stage(repo, status, chosen);
    if (verbose) for (const path of chosen) context.out(`${isDeleted(status, path) ? 'remove' : 'add'} '${path}'\n`);
    return 0;
  },
};

/** Brings the given files of the working tree into the index; files that are gone are taken out of it. */
export async function stage(repo: Repository, status: Status, paths: readonly string[]): Promise<void> {
  const present = paths.filter((path) => !isDeleted(status, path));
  // What is to be staged was decided above, with git's own rules about ignored files.
  if (present.length > 0) await git.add({ ...repo, filepath: [...present], force: true });
  for (const path of paths) if (isDeleted(status, path)) await git.remove({ ...repo, filepath: path });
}

const isDeleted = (status: Status, path: string): boolean => status.unstaged.some((change) => change.path === path && change.kind === 'D');

/** A path without changes is fine when it is tracked or an existing folder; otherwise git refuses it. */
async function explain(repo: Repository, spec: ReturnType<typeof pathspec>, force: boolean): Promise<string[]> {
  const index = await indexSnapshot(repo);
  if ([...index.keys()].some(spec.matches)) return [];
  const full = spec.given.startsWith('/') ? spec.given : [repo.dir, repo.prefix, spec.given].filter((part) => part !== '').join('/');
  const stat = await repo.fs.promises.lstat(full).catch(() => undefined);
  if (!stat) throw fatal(`pathspec '${spec.given}' did not match any files`);
  const path = full.slice(repo.dir.length + 1);
  if (stat.isDirectory() && !(await isIgnored(repo, path, true))) return [];
  if (force) return [path];
  throw new GitError(`The following paths are ignored by one of your .gitignore files:\n${path}\nhint: Use -f if you really want to add them.\nhint: Turn this message off by running\nhint: "git config advice.addIgnoredFile false"`, 1);
}
