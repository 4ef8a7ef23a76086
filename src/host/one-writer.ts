let last: Promise<unknown> = Promise.resolve();

/**
 * Runs `work` when all earlier ones have ended. Requests are answered side by side, and two edits of one file that both read it before
 * either writes would lose the first.
 */
export function oneWriter<T>(work: () => Promise<T>): Promise<T> {
  const turn = last.then(work);
  last = turn.catch(() => undefined);
  return turn;
}
