/** What a rebase that has stopped leaves in `.git/rebase-merge`: the files that git's own rebase leaves there, so that either can go on with it. */
import type { Identity } from '../identity.ts';
import { zone } from '../reflog.ts';
import type { Repository } from '../repository.ts';

export interface Pick {
  oid: string;
  subject: string;
}

export interface RebaseState {
  /** The branch that is rebased; undefined for a detached HEAD. */
  branch: string | undefined;
  onto: string;
  /** What HEAD was before. */
  original: string;
  done: Pick[];
  todo: Pick[];
  /** The commit that could not be applied; the last that is done. */
  stopped: string | undefined;
  quiet: boolean;
}

const folder = (repo: Repository): string => `${repo.gitdir}/rebase-merge`;

/** Undefined when none is under way. */
export async function readRebase(repo: Repository): Promise<RebaseState | undefined> {
  const read = (name: string): Promise<string | undefined> => repo.fs.promises.readFile(`${folder(repo)}/${name}`, 'utf8').then((text) => text.trim(), () => undefined);
  const [head, onto, original] = [await read('head-name'), await read('onto'), await read('orig-head')];
  if (head === undefined || onto === undefined || original === undefined) return undefined;
  return {
    branch: head.startsWith('refs/heads/') ? head.slice('refs/heads/'.length) : undefined, onto, original,
    done: picksOf(await read('done')), todo: picksOf(await read('git-rebase-todo')), stopped: await read('stopped-sha'), quiet: (await read('quiet')) !== undefined,
  };
}

/** Lines of a to-do list that pick; what else an interactive rebase of another git has put there is not understood. */
function picksOf(text = ''): Pick[] {
  return text.split('\n').flatMap((line) => {
    const match = /^(?:pick|p) ([0-9a-f]{4,40})(?: (.*))?$/.exec(line);
    return match ? [{ oid: match[1]!, subject: match[2] ?? '' }] : [];
  });
}

/** Whether the list holds more than picks. */
export async function isForeign(repo: Repository): Promise<boolean> {
  const text = await repo.fs.promises.readFile(`${folder(repo)}/git-rebase-todo`, 'utf8').catch(() => '');
  return text.split('\n').some((line) => line.trim() !== '' && !line.startsWith('#') && !/^(?:pick|p) [0-9a-f]{4,40}(?: |$)/.test(line));
}

export async function writeRebase(repo: Repository, { branch, onto, original, done, todo, stopped, quiet }: RebaseState): Promise<void> {
  await repo.fs.promises.mkdir(folder(repo), { recursive: true });
  const lines = (picks: readonly Pick[]): string => picks.map(({ oid, subject }) => `pick ${oid} ${subject}\n`).join('');
  const files: Record<string, string> = {
    'head-name': `${branch === undefined ? 'detached HEAD' : `refs/heads/${branch}`}\n`, onto: `${onto}\n`, 'orig-head': `${original}\n`, interactive: '',
    done: lines(done), 'git-rebase-todo': lines(todo), msgnum: `${done.length}\n`, end: `${done.length + todo.length}\n`, drop_redundant_commits: '', 'no-reschedule-failed-exec': '',
    ...(quiet ? { quiet: '' } : {}), ...(stopped === undefined ? {} : { 'stopped-sha': `${stopped}\n` }),
  };
  for (const [name, text] of Object.entries(files)) await repo.fs.promises.writeFile(`${folder(repo)}/${name}`, text);
  if (stopped === undefined) for (const name of ['stopped-sha', 'message', 'author-script']) await repo.fs.promises.rm(`${folder(repo)}/${name}`, { force: true });
}

/** What native git needs to make the commit that stopped. */
export async function writeStopped(repo: Repository, { oid, message, author }: { oid: string; message: string; author: Identity }): Promise<void> {
  const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
  const script = `GIT_AUTHOR_NAME=${quoted(author.name)}\nGIT_AUTHOR_EMAIL=${quoted(author.email)}\nGIT_AUTHOR_DATE=${quoted(`@${author.timestamp} ${zone(author.timezoneOffset)}`)}\n`;
  await repo.fs.promises.writeFile(`${folder(repo)}/author-script`, script);
  await repo.fs.promises.writeFile(`${folder(repo)}/message`, message);
  await repo.fs.promises.writeFile(`${repo.gitdir}/REBASE_HEAD`, `${oid}\n`);
}

export async function clearRebase(repo: Repository): Promise<void> {
  await repo.fs.promises.rm(folder(repo), { recursive: true, force: true });
  await repo.fs.promises.rm(`${repo.gitdir}/REBASE_HEAD`, { force: true });
}
