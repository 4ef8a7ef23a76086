/** Who commits. */
import { Config } from './config.ts';
import type { GitContext } from './context.ts';
import { parseDate } from './dates.ts';
import { GitError } from './errors.ts';
import type { Repository } from './repository.ts';

export interface Identity {
  name: string;
  email: string;
  timestamp: number;
  timezoneOffset: number;
}

/** From the environment, then the configuration. @throws GitError with git's advice when either half is missing. */
export async function identity(context: GitContext, repo: Repository, role: 'AUTHOR' | 'COMMITTER'): Promise<Identity> {
  const config = new Config(context, repo.gitdir);
  const name = context.env[`GIT_${role}_NAME`] ?? (await config.get('user.name'));
  const email = context.env[`GIT_${role}_EMAIL`] ?? (await config.get('user.email'));
  if (!name || !email) throw unknown(context, role, email);
  return { name: cleanName(name), email: cleanName(email), ...when(context, role) };
}

/** What would end a name early is left out, and what only surrounds it is cut off. */
export const cleanName = (text: string): string => text.replace(/^[\s.,:;<>"\\']+|[\s.,:;<>"\\']+$/g, '').replace(/[\n<>]/g, '');

function when(context: GitContext, role: string): { timestamp: number; timezoneOffset: number } {
  const set = context.env[`GIT_${role}_DATE`];
  if (set === undefined || set === '') return { timestamp: context.now(), timezoneOffset: context.timezoneOffset() };
  const moment = parseDate(set, context.now(), context.timezoneOffset());
  if (!moment) throw new GitError(`fatal: invalid date format: ${set}`);
  return moment;
}

function unknown(context: GitContext, role: string, email: string | undefined): GitError {
  const who = role === 'AUTHOR' ? 'Author' : 'Committer';
  const reason = email ? `empty ident name (for <${email}>) not allowed`
    : `unable to auto-detect email address (got '${context.env.USER ?? 'user'}@${context.env.HOSTNAME ?? 'tabloom'}.(none)')`;
  return new GitError(`${who} identity unknown

*** Please tell me who you are.

Run

  git config --global user.email "you@example.com"
  git config --global user.name "Your Name"

to set your account's default identity.
Omit --global to set the identity only in this repository.

fatal: ${reason}`);
}
