/** What of a project lasts: everything but what `.gitignore` names, installed packages and our own helpers. `.git` lasts but for its locks, and of the helpers' folder the shell's history alone. */
import { HISTORY_FILE } from '../sandbox/history-file.ts';
import { dirname } from '../shared/path.ts';
import { MAX_DEPTH, MAX_REMEMBERED, parseIgnoreFile } from './ignore-file.ts';
import { isGitsOwn } from './mirror-git.ts';

export interface DurableScope {
  /** @param directory whether the path is a folder: rules that end in a slash name folders only. */
  keeps(path: string, directory: boolean): boolean;
  /** Whether it was made with the rules that lie in that folder. */
  knowsRules(folder: string): boolean;
  /** Whether rules of it lie in that folder, or below. */
  hasRules(folder: string): boolean;
}

const HELPERS = dirname(HISTORY_FILE);
const NEVER = new Set(['node_modules', HELPERS]);

/** @param ignoreFiles contents of the project's `.gitignore` files by the folder they lie in (`''` is the root). */
export function durableScope(ignoreFiles: ReadonlyMap<string, string>): DurableScope {
  const rules = new Map([...ignoreFiles].map(([folder, text]) => [folder, parseIgnoreFile(text)]));

  const folders = new Map<string, boolean>();

  /** As git has it: the nearest file that says anything of a path decides. */
  const ruled = (path: string, directory: boolean): boolean => {
    for (let end = path.lastIndexOf('/'); ; end = path.lastIndexOf('/', end - 1)) {
      const verdict = rules.get(path.slice(0, Math.max(end, 0)))?.verdict(path.slice(end + 1), directory);
      if (verdict !== undefined || end <= 0) return verdict ?? false;
    }
  };
  const named = (path: string, directory: boolean): boolean => {
    const known = directory ? folders.get(path) : undefined;
    if (known !== undefined) return known;
    const up = path.lastIndexOf('/');
    // What lies in an ignored folder cannot be brought back.
    const result = (up > 0 && named(path.slice(0, up), true)) || ruled(path, directory);
    if (folders.size >= MAX_REMEMBERED) folders.clear();
    if (directory) folders.set(path, result);
    return result;
  };

  return {
    keeps(path, directory) {
      if (directory ? path === HELPERS : path === HISTORY_FILE) return true;
      const parts = path.split('/');
      // Nobody's project is that deep; a program that builds such folders must not stop the rest from being saved.
      if (parts.length > MAX_DEPTH || parts.some((part) => NEVER.has(part))) return false;
      if (isGitsOwn(path)) return false;
      if (parts[0] === '.git') return true;
      return !named(path, directory);
    },
    knowsRules: (folder) => rules.has(folder),
    hasRules: (folder) => rules.has(folder) || [...rules.keys()].some((other) => other.startsWith(`${folder}/`)),
  };
}

/** Whether a change of this path changes what lasts. */
export function isIgnoreFile(path: string): boolean {
  return path === '.gitignore' || path.endsWith('/.gitignore');
}
