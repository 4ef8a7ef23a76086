/** Paths as people give them to git: relative to where they stand, folders, and globs. */
import picomatch from 'picomatch';
import { joinPath, normalizePath, relativeInside } from '../shared/path.ts';
import { fatal } from './errors.ts';
import type { Repository } from './repository.ts';

export interface Pathspec {
  /** As given, for messages. */
  given: string;
  /** The path from the root (`.` for the root itself) when it is no glob. */
  literal?: string;
  matches: (path: string) => boolean;
}

/** @throws GitError for paths outside of the repository. */
export function pathspec(repo: Repository, given: string): Pathspec {
  const full = given.startsWith('/') ? normalizePath(given) : joinPath(repo.dir, repo.prefix, given);
  const path = relativeInside(repo.dir, full);
  if (path === undefined) throw fatal(`${given}: '${given}' is outside repository at '${repo.dir}'`);
  if (path === '.') return { given, literal: '.', matches: () => true };
  if (!/[*?[]/.test(path)) return { given, literal: path, matches: (candidate) => candidate === path || candidate.startsWith(`${path}/`) };
  // In git a star also matches slashes.
  const glob = picomatch(path.replace(/\*+/g, '**'), { dot: true, bash: true });
  return { given, matches: (candidate) => candidate === path || glob(candidate) };
}

export function anyMatch(specs: readonly Pathspec[], path: string): boolean {
  return specs.length === 0 || specs.some((spec) => spec.matches(path));
}
