import type { GitCommand } from '../context.ts';
import { Config } from '../config.ts';
import { fatal, GitError } from '../errors.ts';
import { IgnoreRules } from '../ignore-rules.ts';
import { readIndexFile } from '../index-stages.ts';
import { foldersOf } from '../index-update.ts';
import { unknownOption, valueAfter } from '../options.ts';
import { pathspecs } from '../pathspec.ts';
import type { Pathspec } from '../pathspec.ts';
import { quotePath } from '../quote.ts';
import { findRepository } from '../repository.ts';
import type { Repository } from '../repository.ts';
import { byPath, OWN_FOLDER, sharedRules } from '../snapshot.ts';
import { relativeTo } from '../status-text.ts';

interface Request {
  dryRun: boolean;
  quiet: boolean;
  folders: boolean;
  /** How often `-f` was given: once may remove, twice repositories too. */
  force: number;
  ignored: 'keep' | 'too' | 'only';
  excludes: string[];
  specs: Pathspec[];
}

/** Removes what is not tracked. */
export const clean: GitCommand = {
  name: 'clean',
  async run(args, context) {
    const repo = await findRepository(context);
    const request = parse(repo, args);
    const required = (await new Config(context, repo.gitdir).get('clean.requireForce')) !== 'false';
    if (required && !request.dryRun && request.force === 0) throw fatal('clean.requireForce defaults to true and neither -i, -n, nor -f given; refusing to clean');
    const found = await removable(repo, request);
    for (const path of found) {
      const shown = quotePath(relativeTo(repo.prefix, path), { spaces: true });
      if (request.dryRun) context.out(`Would remove ${shown}\n`);
      else {
        if (!request.quiet) context.out(`Removing ${shown}\n`);
        await repo.fs.promises.rm(`${repo.dir}/${path.replace(/\/$/, '')}`, { recursive: true, force: true });
      }
    }
    return 0;
  },
};

function parse(repo: Repository, args: readonly string[]): Request {
  const request: Omit<Request, 'specs'> & { given: string[] } = { dryRun: false, quiet: false, folders: false, force: 0, ignored: 'keep', excludes: [], given: [] };
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!;
    if (arg === '--') {
      request.given.push(...args.slice(at + 1));
      break;
    } else if (arg === '--dry-run') request.dryRun = true;
    else if (arg === '--quiet') request.quiet = true;
    else if (arg === '--force') request.force++;
    else if (arg === '--exclude') request.excludes.push(valueAfter(args, at++));
    else if (arg.startsWith('--exclude=')) request.excludes.push(arg.slice('--exclude='.length));
    else if (arg === '-i' || arg === '--interactive') throw new GitError(`error: ${arg} is not supported by this git; git clean -n shows what would go, and git clean -f -- <path> removes a part of it`, 129);
    else if (/^-[nqdfxXe]+$/.test(arg)) {
      for (const letter of arg.slice(1)) {
        if (letter === 'n') request.dryRun = true;
        else if (letter === 'q') request.quiet = true;
        else if (letter === 'd') request.folders = true;
        else if (letter === 'f') request.force++;
        else if (letter === 'e') request.excludes.push(valueAfter(args, at++));
        else if (request.ignored !== 'keep' && request.ignored !== (letter === 'x' ? 'too' : 'only')) throw fatal('-x and -X cannot be used together');
        else request.ignored = letter === 'x' ? 'too' : 'only';
      }
    } else if (arg.startsWith('-')) throw unknownOption(arg);
    else request.given.push(arg);
  }
  return { ...request, specs: pathspecs(repo, request.given.length === 0 && repo.prefix !== '' ? ['.'] : request.given) };
}

/** Paths that go, folders with a slash at the end, in git's order. */
async function removable(repo: Repository, { folders: whole, force, ignored, excludes, specs }: Request): Promise<string[]> {
  const index = await readIndexFile(repo);
  const tracked = new Set(index.map(({ path }) => path));
  // Folders of repositories that are tracked as such, however often `-f` is given.
  const linked = new Set(index.filter(({ mode }) => mode === 0o160000).map(({ path }) => path));
  const holding = new Set<string>();
  for (const path of tracked) for (const folder of foldersOf(path)) holding.add(folder);
  const excluded = await new IgnoreRules().entering('', async () => excludes.join('\n'));
  const meant = (path: string): boolean => specs.length === 0 || specs.some((spec) => spec.matches(path));
  const around = (folder: string): boolean => specs.some(({ literal }) => literal === undefined || literal === '.' || literal.startsWith(`${folder}/`));

  /** What of a folder goes, and whether that is all of it. */
  const visit = async (folder: string, above: IgnoreRules, inIgnored: boolean): Promise<{ found: string[]; all: boolean }> => {
    const entries = await repo.fs.promises.readdir(`${repo.dir}/${folder}`, { withFileTypes: true }).catch(() => []);
    const rules = entries.some(({ name }) => name === '.gitignore')
      ? await above.entering(folder, (path) => repo.fs.promises.readFile(`${repo.dir}/${path}`, 'utf8').catch(() => undefined)) : above;
    const found: string[] = [];
    let all = true;
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      const isFolder = entry.isDirectory();
      if ((entry.name === '.git' && (folder === '' || force < 2)) || path === OWN_FOLDER) {
        all = false;
        continue;
      }
      const isIgnored = inIgnored || rules.ignores(path, isFolder);
      if ((tracked.has(path) && !isFolder) || linked.has(path) || excluded.ignores(path, isFolder)) all = false;
      else if (isFolder) {
        // A folder that is not looked into stays.
        // Without -d, -X names what is ignored in a folder that has more than that.
        const mixed = ignored === 'only' && !whole && specs.length === 0 && !holding.has(path);
        const enter = mixed || holding.has(path) || whole || (specs.length > 0 && (meant(path) || around(path)));
        const nested = force < 2 && !holding.has(path) && (await repo.fs.promises.stat(`${repo.dir}/${path}/.git/HEAD`).then(() => true, () => false));
        if (!enter || nested || (isIgnored && ignored === 'keep')) {
          all = false;
          continue;
        }
        const inside = await visit(path, rules, isIgnored);
        if (mixed && inside.all) {
          all = false;
          continue;
        }
        const together = inside.all && !holding.has(path) && meant(path) && (whole || specs.length > 0) && (ignored !== 'only' || isIgnored || inside.found.length > 0);
        if (together) found.push(`${path}/`);
        else {
          all = false;
          found.push(...inside.found);
        }
      } else if (meant(path) && (ignored === 'too' || isIgnored === (ignored === 'only'))) found.push(path);
      else all = false;
    }
    return { found, all };
  };
  return (await visit('', await sharedRules(repo), false)).found.sort(byPath);
}
