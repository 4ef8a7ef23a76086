/** The refusals that git's commands have in common. */
import { GitError } from './errors.ts';

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
