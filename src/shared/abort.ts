import { AppError } from './errors.ts';

/** The error that everything stopped by a signal fails with. */
export function abortError(signal?: AbortSignal): AppError {
  const reason: unknown = signal?.reason;
  return reason instanceof AppError ? reason : new AppError('aborted', 'Stopped.', { cause: reason });
}

/** @throws AppError `aborted` when the signal has fired. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw abortError(signal);
}

/** Waits for the promise, or fails with `aborted` as soon as the signal fires; the work itself has to watch the signal too. */
export async function abortable<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  throwIfAborted(signal);
  return new Promise<T>((resolve, reject) => {
    const onAbort = (): void => reject(abortError(signal));
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

/** Resolves after `ms` milliseconds, or fails with `aborted` at once when the signal fires. */
export async function delay(ms: number, signal?: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    await abortable(new Promise<void>((resolve) => { timer = setTimeout(resolve, ms); }), signal);
  } finally {
    clearTimeout(timer);
  }
}

/** Runs `work` with a signal that fires with the given one, or after `ms` milliseconds with the error of `late`. */
export async function withDeadline<T>(signal: AbortSignal, ms: number, late: () => AppError, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const onAbort = (): void => controller.abort(signal.reason);
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  const timer = setTimeout(() => controller.abort(late()), ms);
  try {
    return await work(controller.signal);
  } catch (error) {
    // Work on the other side of a border knows only that it was stopped, and not that it was late.
    throw controller.signal.aborted && !signal.aborted ? abortError(controller.signal) : error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}
