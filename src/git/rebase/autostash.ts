/** What is not committed steps aside while a rebase goes on: a stash that no list names, in git's own file `rebase-merge/autostash`. */
import * as git from 'isomorphic-git';
import { Config } from '../config.ts';
import type { GitContext } from '../context.ts';
import { GitError } from '../errors.ts';
import { appendReflog } from '../refs.ts';
import { resolveOrUndefined, shortOid } from '../repository.ts';
import type { Repository } from '../repository.ts';
import { applyStash } from '../stash/apply.ts';
import { findStash, STASH } from '../stash/entries.ts';
import { makeStash } from '../stash/save.ts';

const folder = (repo: Repository): string => `${repo.gitdir}/rebase-merge`;

/** Whether `rebase.autoStash` asks for it. */
export async function wantsAutostash(repo: Repository, context: GitContext): Promise<boolean> {
  return /^(?:true|yes|on|1)$/i.test((await new Config(context, repo.gitdir).get('rebase.autoStash')) ?? 'false');
}

/** Puts changes of tracked files aside; nothing happens without any. */
export async function createAutostash(repo: Repository, context: GitContext): Promise<void> {
  const made = await makeStash(repo, context, { message: 'autostash', untracked: false, keepIndex: false, staged: false, paths: [] });
  if (!made) return;
  await repo.fs.promises.mkdir(folder(repo), { recursive: true });
  await repo.fs.promises.writeFile(`${folder(repo)}/autostash`, `${made.oid}\n`);
  context.out(`Created autostash: ${await shortOid(repo, made.oid)}\n`);
  await made.putAside();
}

/** Brings it back, or where that does not go, into the list of stashes. @param attempt false puts it into the list at once */
export async function applyAutostash(repo: Repository, context: GitContext, attempt = true): Promise<void> {
  const oid = await repo.fs.promises.readFile(`${folder(repo)}/autostash`, 'utf8').then((text) => text.trim(), () => undefined);
  if (oid === undefined) return;
  const silent: GitContext = { ...context, out: () => undefined, err: () => undefined };
  repo.cache = {};
  const applied = attempt && (await applyStash(repo, silent, await findStash(repo, oid), false).catch((error: unknown) => {
    if (error instanceof GitError) return false;
    throw error;
  }));
  if (applied) context.err('Applied autostash.\n');
  else {
    await appendReflog(repo, context, STASH, { before: await resolveOrUndefined(repo, STASH), after: oid, message: 'autostash' });
    await git.writeRef({ ...repo, ref: STASH, value: oid, force: true });
    context.err(`${attempt ? 'Applying autostash resulted in conflicts.' : 'Autostash exists; creating a new stash entry.'}\nYour changes are safe in the stash.\nYou can run "git stash pop" or "git stash drop" at any time.\n`);
  }
  await repo.fs.promises.rm(`${folder(repo)}/autostash`, { force: true });
}
