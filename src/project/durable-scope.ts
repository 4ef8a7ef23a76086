/** What of a project lasts: everything but what `.gitignore` names, installed packages and our own helpers. `.git` lasts but for its locks, and of the helpers' folder the shell's history alone. */
import { HISTORY_FILE } from '../sandbox/history-file.ts';
import { dirname } from '../shared/path.ts';
import { MAX_DEPTH, parseIgnoreFile } from './ignore-file.ts';
import { isGitsOwn } from './mirror-git.ts';

export interface DurableScope {
  /** @param directory whether the path is a folder: rules that end in a slash name folders only. */
  keeps(path: string, directory: boolean): boolean;
}

const HELPERS = dirname(HISTORY_FILE);
const NEVER = new Set(['node_modules', HELPERS]);

/** @param ignoreFiles contents of the project's `.gitignore` files by the folder they lie in (`''` is the root). */
export function durableScope(ignoreFiles: ReadonlyMap<string, string>): DurableScope {
  const rules = new Map([...ignoreFiles].map(([folder, text]) => [folder, parseIgnoreFile(text)]));

  const named = (path: string, directory: boolean): boolean => {
    for (let end = path.lastIndexOf('/'); ; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, Math.max(end, 0));
      if (rules.get(folder)?.ignores(path.slice(end + 1), directory)) return true;
      if (end <= 0) return false;
    }
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
  };
}

/** Whether a change of this path changes what lasts. */
export function isIgnoreFile(path: string): boolean {
  return path === '.gitignore' || path.endsWith('/.gitignore');
}
