import * as git from 'isomorphic-git';
import type { GitCommand, GitContext } from '../context.ts';
import { fatal, GitError } from '../errors.ts';
import { identity } from '../identity.ts';
import { isAncestor } from '../merge/merge-base.ts';
import { unknownOption, valueAfter } from '../options.ts';
import { removeRef } from '../refs.ts';
import { findRepository, resolveObject, resolveOrUndefined, shortOid, tryResolve } from '../repository.ts';
import type { Repository } from '../repository.ts';
import { personLine } from '../write-objects.ts';
import { isValidName } from './switch.ts';

interface Request {
  names: string[];
  annotate: boolean;
  messages: string[];
  delete: boolean;
  list: boolean;
  force: boolean;
  /** Lines of the message to show. */
  lines: number | undefined;
  contains: string | undefined;
  pointsAt: string | undefined;
}

export const tag: GitCommand = {
  name: 'tag',
  async run(args, context) {
    const repo = await findRepository(context);
    const request = await parse(args, (path) => context.fs.promises.readFile(path.startsWith('/') ? path : `${context.cwd}/${path}`, 'utf8'));
    if (request.delete) return deleteTags(repo, context, request.names);
    if (request.list || request.names.length === 0) return list(repo, context, request);
    return create(repo, context, request);
  },
};

async function parse(args: readonly string[], read: (path: string) => Promise<string>): Promise<Request> {
  const request: Request = { names: [], annotate: false, messages: [], delete: false, list: false, force: false, lines: undefined, contains: undefined, pointsAt: undefined };
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!;
    if (arg === '-a' || arg === '--annotate') request.annotate = true;
    else if (arg === '-m' || arg === '--message' || arg === '-am') {
      request.annotate = true;
      request.messages.push(valueAfter(args, at++));
    } else if (arg === '-F' || arg === '--file') {
      request.annotate = true;
      request.messages.push(await read(valueAfter(args, at++)));
    } else if (arg === '-d' || arg === '--delete') request.delete = true;
    else if (arg === '-l' || arg === '--list') request.list = true;
    else if (arg === '-f' || arg === '--force') request.force = true;
    else if (/^-n\d*$/.test(arg)) {
      request.list = true;
      request.lines = Number(arg.slice(2) || 1);
    } else if (arg === '--contains' || arg === '--points-at') {
      request.list = true;
      const value = args[at + 1] === undefined || args[at + 1]!.startsWith('-') ? 'HEAD' : args[++at]!;
      if (arg === '--contains') request.contains = value;
      else request.pointsAt = value;
    } else if (arg.startsWith('-')) throw unknownOption(arg);
    else request.names.push(arg);
  }
  return request;
}

async function list(repo: Repository, context: GitContext, request: Request): Promise<number> {
  const patterns = request.names.map((pattern) => new RegExp(`^${pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&').replace(/\*/g, '.*').replace(/\?/g, '.')}$`));
  for (const name of (await git.listTags(repo)).sort()) {
    if (patterns.length > 0 && !patterns.some((pattern) => pattern.test(name))) continue;
    const commit = await tryResolve(repo, `refs/tags/${name}`);
    if (request.contains !== undefined && !(commit !== undefined && (await isAncestor(repo, await named(repo, request.contains), commit)))) continue;
    if (request.pointsAt !== undefined && commit !== (await named(repo, request.pointsAt)) && (await resolveOrUndefined(repo, `refs/tags/${name}`)) !== request.pointsAt) continue;
    context.out(request.lines === undefined ? `${name}\n` : `${name.padEnd(15)} ${await firstLines(repo, name, request.lines)}\n`);
  }
  return 0;
}

async function named(repo: Repository, name: string): Promise<string> {
  const oid = await tryResolve(repo, name);
  if (oid === undefined) throw new GitError(`error: malformed object name ${name}`, 129);
  return oid;
}

async function firstLines(repo: Repository, name: string, count: number): Promise<string> {
  const oid = (await resolveOrUndefined(repo, `refs/tags/${name}`))!;
  const { object } = await git.readObject({ ...repo, oid, format: 'content' }) as { object: Uint8Array };
  const text = Buffer.from(object).toString('utf8');
  const message = text.slice(text.indexOf('\n\n') + 2).replace(/^\n+/, '').replace(/\n+$/, '');
  return message.split('\n').slice(0, count).join('\n    ');
}

async function create(repo: Repository, context: GitContext, { names, annotate, messages, force }: Request): Promise<number> {
  const [name = '', target = 'HEAD', ...more] = names;
  if (more.length > 0) throw new GitError('fatal: too many arguments', 128);
  if (!isValidName(name)) throw fatal(`'${name}' is not a valid tag name.`);
  const before = await resolveOrUndefined(repo, `refs/tags/${name}`);
  const found = await resolveObject(repo, target);
  if (!found) throw fatal(`Failed to resolve '${target}' as a valid ref.`);
  if (before !== undefined && !force) throw fatal(`tag '${name}' already exists`);
  let value = found.oid;
  if (annotate) {
    const message = messages.join('\n\n').split('\n').map((line) => line.trimEnd()).join('\n').replace(/\n{3,}/g, '\n\n').replace(/^\n+|\n+$/g, '');
    if (message === '' && messages.length === 0) throw new GitError('error: no tag message\nfatal: no tag message?', 128);
    const text = `object ${found.oid}\ntype ${found.type}\ntag ${name}\ntagger ${personLine(await identity(context, repo, 'COMMITTER'))}\n\n${message === '' ? '' : `${message}\n`}`;
    value = await git.writeObject({ ...repo, type: 'tag', object: Buffer.from(text), format: 'content' });
  }
  await git.writeRef({ ...repo, ref: `refs/tags/${name}`, value, force: true });
  if (before !== undefined && before !== value) context.out(`Updated tag '${name}' (was ${await shortOid(repo, before)})\n`);
  return 0;
}

async function deleteTags(repo: Repository, context: GitContext, names: readonly string[]): Promise<number> {
  let code = 0;
  for (const name of names) {
    const oid = await resolveOrUndefined(repo, `refs/tags/${name}`);
    if (oid === undefined) {
      context.err(`error: tag '${name}' not found.\n`);
      code = 1;
      continue;
    }
    await removeRef(repo, `refs/tags/${name}`);
    context.out(`Deleted tag '${name}' (was ${await shortOid(repo, oid)})\n`);
  }
  return code;
}
