/** What of a project lasts: everything but what `.gitignore` names, installed packages and our own helpers. `.git` lasts whole. */
import ignore, { type Ignore } from 'ignore';

export interface DurableScope {
  /** @param directory whether the path is a folder: rules that end in a slash name folders only. */
  keeps(path: string, directory: boolean): boolean;
}

const NEVER = new Set(['node_modules', '.tabloom']);

/** @param ignoreFiles contents of the project's `.gitignore` files by the folder they lie in (`''` is the root). */
export function durableScope(ignoreFiles: ReadonlyMap<string, string>): DurableScope {
  const rules = [...ignoreFiles].map(([folder, text]): { prefix: string; matcher: Ignore } => (
    { prefix: folder === '' ? '' : `${folder}/`, matcher: ignore().add(text) }
  ));

  const named = (path: string, directory: boolean): boolean => rules.some(({ prefix, matcher }) => {
    if (!path.startsWith(prefix) || path.length === prefix.length) return false;
    return matcher.ignores(path.slice(prefix.length) + (directory ? '/' : ''));
  });

  return {
    keeps(path, directory) {
      const parts = path.split('/');
      if (parts.some((part) => NEVER.has(part))) return false;
      if (parts[0] === '.git') return true;
      return !named(path, directory);
    },
  };
}

/** Whether a change of this path changes what lasts. */
export function isIgnoreFile(path: string): boolean {
  return path === '.gitignore' || path.endsWith('/.gitignore');
}
