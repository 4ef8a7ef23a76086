/** The refusals that git's commands have in common. */
import { GitError } from './errors.ts';

/** Letters of commands that take several in one word, as in `-qb name`: those without a value, and those whose value follows. Other commands read such words themselves. */
const CLUSTERS: Readonly<Record<string, readonly [flags: string, valued: string]>> = {
  switch: ['qdft', 'cC'], checkout: ['qdft', 'bB'], push: ['fuqndv', ''], pull: ['qrvp', ''], fetch: ['pqtfv', ''], merge: ['qnv', 'm'], rebase: ['qfvmn', ''], 'cherry-pick': ['nxe', 'm'], revert: ['ne', 'm'],
};

/** `-qb name` as `-q -b name`, and `-bname` as `-b name`. */
export function spreadClusters(command: string, args: readonly string[]): string[] {
  const [flags, valued] = CLUSTERS[command] ?? ['', ''];
  const end = args.indexOf('--');
  return args.flatMap((arg, at) => {
    const match = end >= 0 && at > end ? null : new RegExp(`^-([${flags}]*)(?:([${valued}_])(.*))?$`).exec(arg);
    if (!match || flags === '' || arg.length < 3) return [arg];
    return [...[...match[1]!].map((letter) => `-${letter}`), ...(match[2] ? [`-${match[2]}`] : []), ...(match[3] ? [match[3]] : [])];
  });
}

/** Git's words for an option that a command does not have. */
export function unknownOption(arg: string): GitError {
  return new GitError(arg.startsWith('--') ? `error: unknown option \`${arg.slice(2)}'` : `error: unknown switch \`${arg[1]}'`, 129);
}

/** The argument after an option that needs one. */
export function valueAfter(args: readonly string[], at: number): string {
  const value = args[at + 1];
  if (value !== undefined) return value;
  const arg = args[at]!;
  throw new GitError(arg.startsWith('--') ? `error: option \`${arg.slice(2)}' requires a value` : `error: switch \`${arg.slice(-1)}' requires a value`, 129);
}
