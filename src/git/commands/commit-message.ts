/** Where a commit's message comes from: options, what a merge has prepared, the person's editor; and the hooks that see it. */
import { Config } from '../config.ts';
import type { GitContext } from '../context.ts';
import { fatal, GitError } from '../errors.ts';
import { findHook, runHook } from '../hooks.ts';
import { uncommented } from '../operation-state.ts';
import type { Repository } from '../repository.ts';
import type { Status } from '../status.ts';
import { longText } from '../status-text.ts';

export interface MessageOptions {
  messages: readonly string[];
  edit: boolean;
  noEdit: boolean;
  /** What is said of the lines that begin with `#`; by default they go only where an editor has shown them. */
  cleanup: Cleanup | undefined;
}

export type Cleanup = 'strip' | 'whitespace' | 'verbatim' | 'default';

/** The value of `--cleanup`. @throws GitError for what git has no such mode of */
export function cleanupMode(value: string): Cleanup {
  if (value === 'strip' || value === 'whitespace' || value === 'verbatim' || value === 'default') return value;
  throw fatal(`Invalid cleanup mode ${value}`);
}

const FILE = 'COMMIT_EDITMSG';

/** @param previous the commit that is amended @throws GitError when nobody can be asked, or a hook refuses */
export async function messageFor(repo: Repository, context: GitContext, options: MessageOptions, status: Status, previous: { oid: string; message: string } | undefined): Promise<string> {
  const given = options.messages.length > 0;
  const unedited = (text: string): string => (options.cleanup === 'verbatim' ? text : cleaned(options.cleanup === 'strip' ? uncommented(text) : text));
  const edited = (text: string): string => (options.cleanup === 'verbatim' ? text : cleaned(options.cleanup === 'whitespace' ? text : uncommented(text)));
  if (given && !options.edit) return prepared(repo, context, unedited(options.messages.map((text) => text.replace(/\n*$/, '\n')).join('\n')), ['message']);
  const waiting = previous?.message ?? status.operation?.message ?? (await left(repo));
  const first = given ? options.messages.join('\n\n') : waiting ?? '';
  const source = given ? ['message'] : previous ? ['commit', previous.oid] : status.operation?.kind === 'merge' ? ['merge'] : waiting === undefined ? [] : ['message'];
  if (options.noEdit && waiting !== undefined) return prepared(repo, context, unedited(first), source);
  const editor = context.env.GIT_EDITOR ?? (await new Config(context, repo.gitdir).get('core.editor')) ?? context.env.VISUAL ?? context.env.EDITOR;
  if (!editor || !context.edit) {
    const text = await prepared(repo, context, edited(first), source);
    // Where nobody can be asked, what a merge has prepared is good enough; so it is for the amended commit.
    if (text !== '') return text;
    throw new GitError('error: Terminal is dumb, but EDITOR unset\nPlease supply the message using either -m or -F option.', 1);
  }
  const path = `${repo.gitdir}/${FILE}`;
  const about = `\nPlease enter the commit message for your changes. Lines starting\nwith '#' will be ignored, and an empty message aborts the commit.\n\n${await longText(repo, status, 'commit')}`;
  await context.fs.promises.writeFile(path, `${first}${about.replace(/^(?!$)/gm, (_all, at: number) => (at === 0 ? '' : '# ')).replace(/\n(?=\n)/g, '\n#').replace(/^# \t/gm, '#\t')}`);
  if ((await runHook(repo, context, 'prepare-commit-msg', [`.git/${FILE}`, ...source])) !== 0) throw new GitError('', 1);
  const code = await context.edit(editor, path);
  if (code !== 0) throw new GitError(`error: There was a problem with the editor '${editor}'.\nPlease supply the message using either -m or -F option.`, 1);
  return edited(await context.fs.promises.readFile(path, 'utf8'));
}

/** What the hook `commit-msg` makes of a message; undefined when it refuses. */
export async function checkedMessage(repo: Repository, context: GitContext, message: string): Promise<string | undefined> {
  if ((await findHook(repo, context, 'commit-msg')) === undefined) return message;
  await repo.fs.promises.writeFile(`${repo.gitdir}/${FILE}`, message);
  if ((await runHook(repo, context, 'commit-msg', [`.git/${FILE}`])) !== 0) return undefined;
  return cleaned(await repo.fs.promises.readFile(`${repo.gitdir}/${FILE}`, 'utf8'));
}

async function prepared(repo: Repository, context: GitContext, message: string, source: readonly string[]): Promise<string> {
  if ((await findHook(repo, context, 'prepare-commit-msg')) === undefined) return message;
  await repo.fs.promises.writeFile(`${repo.gitdir}/${FILE}`, message);
  if ((await runHook(repo, context, 'prepare-commit-msg', [`.git/${FILE}`, ...source])) !== 0) throw new GitError('', 1);
  return cleaned(await repo.fs.promises.readFile(`${repo.gitdir}/${FILE}`, 'utf8'));
}

/** What a squashed merge, or a cherry-pick without a commit, has written down. */
async function left(repo: Repository): Promise<string | undefined> {
  for (const name of ['MERGE_MSG', 'SQUASH_MSG']) {
    const text = await repo.fs.promises.readFile(`${repo.gitdir}/${name}`, 'utf8').catch(() => undefined);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** As git cleans messages: no trailing spaces, no blank lines at the ends, never two in a row. */
function cleaned(message: string): string {
  const text = message.split('\n').map((line) => line.replace(/[ \t\r\v\f]+$/, '')).join('\n').replace(/\n{3,}/g, '\n\n').replace(/^\n+|\n+$/g, '');
  return text === '' ? '' : `${text}\n`;
}
