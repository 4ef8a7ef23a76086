import type { Stats } from 'node:fs';
import { basename, joinPath, relativeInside } from '../../shared/path.ts';
import type { GitCommand } from '../context.ts';
import { fatal } from '../errors.ts';
import { readIndexFile, unmergedOf } from '../index-stages.ts';
import { updateIndex } from '../index-update.ts';
import { unknownOption } from '../options.ts';
import { findRepository } from '../repository.ts';
import type { Repository } from '../repository.ts';

interface Move { from: string; to: string }

export const mv: GitCommand = {
  name: 'mv',
  async run(args, context) {
    const repo = await findRepository(context);
    const flags = new Set<string>();
    const given: string[] = [];
    for (const [at, arg] of args.entries()) {
      if (arg === '--') {
        given.push(...args.slice(at + 1));
        break;
      }
      if (!arg.startsWith('-')) given.push(arg);
      else if (['-f', '--force', '-k', '-n', '--dry-run', '-v', '--verbose'].includes(arg)) flags.add(arg.replace(/^--(.).*/, '-$1'));
      else throw unknownOption(arg);
    }
    if (given.length < 2) throw fatal('usage: git mv [<options>] <source>... <destination>', 129);
    const moves = await plan(repo, given, { force: flags.has('-f'), skip: flags.has('-k') });
    for (const { from, to } of moves) {
      if (flags.has('-n')) context.out(`Checking rename of '${from}' to '${to}'\n`);
      if (flags.has('-v') || flags.has('-n')) context.out(`Renaming ${from} to ${to}\n`);
    }
    if (flags.has('-n')) return 0;
    for (const { from, to } of moves) {
      await repo.fs.promises.rename(`${repo.dir}/${from}`, `${repo.dir}/${to}`).catch((error: NodeJS.ErrnoException) => {
        throw fatal(`renaming '${from}' failed: ${error.code === 'ENOENT' ? 'No such file or directory' : error.message}`);
      });
    }
    await moveEntries(repo, moves);
    return 0;
  },
};

/** @throws GitError in git's words for the first source that cannot go where it should; then nothing was moved. */
async function plan(repo: Repository, given: readonly string[], { force, skip }: { force: boolean; skip: boolean }): Promise<Move[]> {
  const stat = (path: string): Promise<Stats | undefined> => repo.fs.promises.lstat(`${repo.dir}/${path}`).catch(() => undefined);
  const inside = (path: string): string => {
    const found = relativeInside(repo.dir, path.startsWith('/') ? path : joinPath(repo.dir, repo.prefix, path));
    if (found === undefined) throw fatal(`'${path}' is outside repository at '${repo.dir}'`);
    return found;
  };
  const entries = await readIndexFile(repo);
  const tracked = new Set(entries.map(({ path }) => path));
  const conflicts = unmergedOf(entries);
  const last = given.at(-1)!;
  const target = inside(last);
  const intoFolder = (await stat(target))?.isDirectory() === true || target === '.';
  if (!intoFolder && given.length > 2) throw fatal(`destination '${last}' is not a directory`);
  const moves: Move[] = [];
  for (const source of given.slice(0, -1)) {
    const from = inside(source);
    const to = intoFolder ? joinPath(target, basename(from)) : target;
    const there = await stat(from);
    const below = [...tracked].some((path) => path.startsWith(`${from}/`));
    let problem: string | undefined;
    if (!there || from === '.') problem = 'bad source';
    else if (to === from || to.startsWith(`${from}/`)) problem = 'can not move directory into itself';
    else if (there.isDirectory() && !below) problem = 'source directory is empty';
    else if (!there.isDirectory() && !tracked.has(from)) problem = 'not under version control';
    else if (conflicts.has(from)) problem = 'conflicted';
    else if ((await stat(to)) && !(force && !(await stat(to))!.isDirectory())) problem = 'destination exists';
    else if (last.endsWith('/') && !intoFolder) problem = 'destination directory does not exist';
    // The second would write over the first.
    else if (moves.some((other) => other.to === to)) problem = 'multiple sources for the same target';
    if (problem === undefined) moves.push({ from, to });
    else if (!skip) throw fatal(`${problem}, source=${from === '.' ? '' : from}, destination=${to}`);
  }
  return moves;
}

async function moveEntries(repo: Repository, moves: readonly Move[]): Promise<void> {
  await updateIndex(repo, async (draft) => {
    for (const entry of draft.all()) {
      const move = moves.find(({ from }) => entry.path === from || entry.path.startsWith(`${from}/`));
      if (!move || entry.stage !== 0) continue;
      const path = move.to + entry.path.slice(move.from.length);
      draft.remove(entry.path);
      // What was staged stays staged; what was not is still a change of the working tree.
      draft.set(path, entry.oid, entry.mode);
    }
  });
}
