import { withDeadline } from '../../shared/abort.ts';
import { AppError } from '../../shared/errors.ts';

/** A pattern can take for ever on one line; then its process in the sandbox is killed. */
const MAX_MS = 60_000;

/** Runs a look through the project. @throws AppError `timeout` after a minute */
export function withinMinute<T>(signal: AbortSignal, look: (limited: AbortSignal) => Promise<T>): Promise<T> {
  return withDeadline(signal, MAX_MS, () => new AppError('timeout', `The search took longer than ${MAX_MS / 1000} s and was stopped. Use a simpler pattern, or search a part of the project.`), look);
}
