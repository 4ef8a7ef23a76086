import { throwIfAborted } from '../shared/abort.ts';

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs `work` when all earlier ones have ended. Requests are answered side by side, and two edits of one file that both read it before
 * either writes would lose the first.
 * @throws AppError `aborted` when the signal has fired before its turn: what was stopped changes nothing
 */
export function oneWriter<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const turn = last.then(() => {
    throwIfAborted(signal);
    return work();
  });
  last = turn.catch(() => undefined);
  return turn;
}
