/** What `git status --ignored` lists. */
import type { Dirent } from 'node:fs';
import type { IgnoreRules } from './ignore-rules.ts';
import { foldersOf } from './index-update.ts';
import type { Repository } from './repository.ts';
import { byPath, isRepository, sharedRules } from './snapshot.ts';

/** `folded`: a folder with nothing else in it stands for its files. `all`: every file. `matching`: what a rule names, folders as such, also empty ones. */
export type IgnoredForm = 'folded' | 'all' | 'matching';

/** In order; folders and repositories inside this one as `folder/`. */
export async function ignoredFiles(repo: Repository, tracked: Iterable<string>, form: IgnoredForm): Promise<string[]> {
  const known = new Set(tracked);
  const folders = new Set<string>();
  for (const path of known) for (const folder of foldersOf(path)) folders.add(folder);
  const list = (folder: string): Promise<Dirent[]> => repo.fs.promises.readdir(`${repo.dir}/${folder}`, { withFileTypes: true }).catch(() => []);
  const text = (path: string): Promise<string | undefined> => repo.fs.promises.readFile(`${repo.dir}/${path}`, 'utf8').catch(() => undefined);
  const holdsAny = async (folder: string): Promise<boolean> => {
    for (const entry of await list(folder)) {
      if (entry.isDirectory() ? entry.name !== '.git' && ((await isRepository(repo, `${folder}/${entry.name}`)) || (await holdsAny(`${folder}/${entry.name}`))) : entry.isFile() || entry.isSymbolicLink()) return true;
    }
    return false;
  };
  /** @param within whether the folder itself is ignored @returns what is ignored in it, and whether there are files that are neither that nor tracked */
  const visit = async (folder: string, above: IgnoreRules, within: boolean): Promise<{ found: string[]; others: boolean }> => {
    const entries = await list(folder);
    const rules = !within && entries.some(({ name }) => name === '.gitignore') ? await above.entering(folder, text) : above;
    const found: string[] = [];
    let others = false;
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.name === '.git' || known.has(path)) continue;
      const ignored = within || rules.ignores(path, entry.isDirectory());
      if (!entry.isDirectory()) {
        if (!entry.isFile() && !entry.isSymbolicLink()) continue;
        if (ignored) found.push(path);
        else others = true;
      } else if (!folders.has(path) && (await isRepository(repo, path))) {
        if (ignored) found.push(`${path}/`);
        else others = true;
      } else if (ignored && !folders.has(path) && form !== 'all') {
        if (form === 'matching' || (await holdsAny(path))) found.push(`${path}/`);
      } else {
        const inside = await visit(path, rules, ignored);
        if (form === 'folded' && !folders.has(path) && !inside.others && inside.found.length > 0) found.push(`${path}/`);
        else found.push(...inside.found);
        others ||= inside.others;
      }
    }
    return { found, others };
  };
  return (await visit('', await sharedRules(repo), false)).found.sort(byPath);
}
