import { expect, it } from 'vitest';
import { abortError, withDeadline } from '../../src/shared/abort.ts';
import { AppError } from '../../src/shared/errors.ts';

const untilAborted = (signal: AbortSignal): Promise<never> => new Promise((_, reject) => signal.addEventListener('abort', () => reject(abortError(signal))));
const late = (): AppError => new AppError('timeout', 'Late.');

it('a deadline ends work with its own error, a stop with the stop\'s, and work in time is left alone', async () => {
  await expect(withDeadline(new AbortController().signal, 1, late, untilAborted)).rejects.toMatchObject({ code: 'timeout', message: 'Late.' });
  const elsewhere = (signal: AbortSignal): Promise<never> => untilAborted(signal).catch(() => { throw new AppError('aborted', 'Stopped.'); });
  await expect(withDeadline(new AbortController().signal, 1, late, elsewhere)).rejects.toMatchObject({ code: 'timeout', message: 'Late.' });
  const stop = new AbortController();
  const stopped = withDeadline(stop.signal, 60_000, late, untilAborted);
  stop.abort();
  await expect(stopped).rejects.toMatchObject({ code: 'aborted' });
  expect(await withDeadline(new AbortController().signal, 60_000, late, async (signal) => signal.aborted)).toBe(false);
});
