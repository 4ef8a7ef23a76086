/** What an operation meets when a part of the filesystem is still on its way. */
import { ERRNO, SysError } from '../../abi/errno.ts';
import type { Waiters } from '../waiters.ts';

/**
 * Thrown before anything was changed: the same call, made again when `waiters` wake, goes further. System calls of processes do that by
 * themselves (`mailbox-server.ts`); to whoever cannot wait it is EAGAIN.
 */
export class NotYet extends SysError {
  readonly waiters: Waiters;
  constructor(waiters: Waiters) {
    super(ERRNO.EAGAIN);
    this.waiters = waiters;
  }
}

/** For callers that can wait by a promise: runs `attempt` again until nothing is missing. The value itself when nothing was. @throws what `attempt` throws */
export function whenThere<T>(attempt: () => T): T | Promise<T> {
  try {
    return attempt();
  } catch (error) {
    if (!(error instanceof NotYet)) throw error;
    return new Promise<void>((done) => {
      const remove = error.waiters.add(() => {
        remove();
        done();
      });
    }).then(() => whenThere(attempt));
  }
}
