/** Glob patterns, as shells and `.gitignore` write them: `**`, braces, classes, dotfiles like all others. */
import picomatch from 'picomatch';
import { AppError } from '../../shared/errors.ts';

/** No path is as long, and compiling would take as long. */
const MAX_PATTERN = 4_000;

/** Matches paths relative to the folder that the pattern is meant for. @throws AppError `invalid_arguments` */
export function globMatcher(pattern: string): (path: string) => boolean {
  if (pattern.length > MAX_PATTERN) throw new AppError('invalid_arguments', `The pattern has ${pattern.length} characters, more than ${MAX_PATTERN}.`);
  const match = picomatch(pattern.replace(/^(?:\.\/)+/, ''), { dot: true });
  return (path) => match(path);
}

/** The filter of a search: without a slash it means names at any depth, and `!` in front means all others. */
export function fileFilter(glob: string): (paths: readonly string[]) => boolean {
  const negated = glob.startsWith('!') && !glob.startsWith('!(');
  const pattern = (negated ? glob.slice(1) : glob).replace(/^(?:\.\/)+/, '').replace(/^\//, '');
  const match = globMatcher(pattern.includes('/') ? pattern : `**/${pattern}`);
  return (paths) => paths.some(match) !== negated;
}

/** The folder that all matches lie in, so that no other is walked, and what is left of the pattern there. */
export function splitGlob(pattern: string): { base: string; rest: string } {
  const plain = pattern.replace(/^(?:\.\/)+/, '');
  const parts = plain.split('/');
  let count = 0;
  while (count < parts.length - 1 && !/[*?[\]{}()!+@\\]/.test(parts[count]!)) count++;
  const base = parts.slice(0, count).join('/');
  return { base: base === '' ? (plain.startsWith('/') && count > 0 ? '/' : '.') : base, rest: parts.slice(count).join('/') };
}
