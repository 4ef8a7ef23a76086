/** Refs that move, and what the reflog says of it. */
import * as git from 'isomorphic-git';
import { Config } from './config.ts';
import type { GitContext } from './context.ts';
import { fatal } from './errors.ts';
import { identity } from './identity.ts';
import { foldersOf } from './index-update.ts';
import { NO_OID, zone } from './reflog.ts';
import { currentBranch, resolveOrUndefined } from './repository.ts';
import type { Repository } from './repository.ts';

/** What Git writes a reflog for without being asked; `refs/stash` has one always. */
const logged = (ref: string): boolean => ref === 'HEAD' || ref === 'refs/stash' || /^refs\/(heads|remotes|notes)\//.test(ref);

/** Moves HEAD's branch, or HEAD itself when it is detached, to a commit. Both reflogs get the message, such as `commit: subject`. */
export async function moveHead(repo: Repository, context: GitContext, commit: string, message: string): Promise<void> {
  const branch = await currentBranch(repo);
  const before = await resolveOrUndefined(repo, 'HEAD');
  await git.writeRef({ ...repo, ref: branch === undefined ? 'HEAD' : `refs/heads/${branch}`, value: commit, force: true });
  await appendReflog(repo, context, 'HEAD', { before, after: commit, message });
  // A branch that stays where it is has no line of it, but HEAD has.
  if (branch !== undefined && before !== commit) await appendReflog(repo, context, `refs/heads/${branch}`, { before, after: commit, message });
}

/** Makes HEAD name another branch, or a commit when it is to be detached. */
export async function pointHead(repo: Repository, context: GitContext, to: { branch: string } | { commit: string }, message: string): Promise<void> {
  const before = await resolveOrUndefined(repo, 'HEAD');
  if ('branch' in to) await git.writeRef({ ...repo, ref: 'HEAD', value: `refs/heads/${to.branch}`, symbolic: true, force: true });
  else await repo.fs.promises.writeFile(`${repo.gitdir}/HEAD`, `${to.commit}\n`);
  const after = await resolveOrUndefined(repo, 'HEAD');
  if (after !== undefined) await appendReflog(repo, context, 'HEAD', { before, after, message });
}

/** Makes or moves a ref; HEAD's log follows when HEAD stands on it. */
export async function updateRef(repo: Repository, context: GitContext, ref: string, oid: string, message: string): Promise<void> {
  const before = await resolveOrUndefined(repo, ref);
  const inTheWay = before === undefined ? await refInTheWay(repo, ref) : undefined;
  if (inTheWay !== undefined) throw fatal(`cannot lock ref '${ref}': '${inTheWay}' exists; cannot create '${ref}'`);
  await git.writeRef({ ...repo, ref, value: oid, force: true });
  if (before !== oid) await appendReflog(repo, context, ref, { before, after: oid, message });
  const branch = await currentBranch(repo);
  if (branch !== undefined && ref === `refs/heads/${branch}`) await appendReflog(repo, context, 'HEAD', { before, after: oid, message });
}

/** A ref that `ref` cannot be beside, because one of the two is a folder then: `a` and `a/b`. Looks at those alone: a fetch asks for each of thousands of tags. */
export async function refInTheWay(repo: Repository, ref: string, leaving?: string): Promise<string | undefined> {
  for (const above of foldersOf(ref).slice(2)) if (above !== leaving && (await resolveOrUndefined(repo, above)) !== undefined) return above;
  // The library also gives packed refs whose names only begin alike (`abc` for `a`), and those by their whole names.
  const below = (await git.listRefs({ ...repo, filepath: ref }).catch(() => [])).filter((name) => !name.startsWith(ref));
  return below.map((name) => `${ref}/${name}`).sort().find((other) => other !== leaving);
}

/** Removes a ref with its log, and the folders that are empty without them: one could be the next ref's name. */
export async function removeRef(repo: Repository, ref: string): Promise<void> {
  await git.deleteRef({ ...repo, ref });
  await repo.fs.promises.rm(`${repo.gitdir}/logs/${ref}`, { force: true });
  for (const root of [repo.gitdir, `${repo.gitdir}/logs`]) {
    for (const folder of foldersOf(ref).slice(2).reverse()) if (!(await repo.fs.promises.rmdir(`${root}/${folder}`).then(() => true, () => false))) break;
  }
}

export async function appendReflog(repo: Repository, context: GitContext, ref: string, entry: { before: string | undefined; after: string; message: string }): Promise<void> {
  if (!logged(ref)) return;
  const { name, email, timestamp, timezoneOffset } = await who(repo, context);
  const line = `${entry.before ?? NO_OID} ${entry.after} ${name} <${email}> ${timestamp} ${zone(timezoneOffset)}\t${entry.message.replace(/\s+/g, ' ').trim()}\n`;
  const path = `${repo.gitdir}/logs/${ref}`;
  await repo.fs.promises.mkdir(path.slice(0, path.lastIndexOf('/')), { recursive: true });
  const text = await repo.fs.promises.readFile(path, 'utf8').catch(() => '');
  await repo.fs.promises.writeFile(path, text + line);
}

/** Somebody without a name can still switch branches. */
async function who(repo: Repository, context: GitContext): Promise<Awaited<ReturnType<typeof identity>>> {
  const config = new Config(context, repo.gitdir);
  const user = context.env.USER ?? 'user';
  const name = context.env.GIT_COMMITTER_NAME ?? (await config.get('user.name')) ?? user;
  const email = context.env.GIT_COMMITTER_EMAIL ?? (await config.get('user.email')) ?? `${user}@${context.env.HOSTNAME ?? 'tabloom'}`;
  return identity({ ...context, env: { ...context.env, GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email } }, repo, 'COMMITTER');
}
