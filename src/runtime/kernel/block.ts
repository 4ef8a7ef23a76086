/** The one way a system call waits: try, register, try again on each wake-up, answer through the mailbox. */
import { ERRNO, SysError } from '../abi/errno.ts';
import { HEADER, PENDING } from '../abi/mailbox.ts';
import { type Process, WOULD_BLOCK, type WouldBlock } from './types.ts';
import type { Waiters } from './waiters.ts';

export interface BlockOptions<T> {
  /** Milliseconds after which the call ends with `onTimeout()`, which must then be given; absent or negative waits for ever. */
  timeoutMs?: number;
  onTimeout?: () => T;
  /** What a handled signal makes of the wait of a program without an event loop: a value (work done so far), or undefined for EINTR. */
  onInterrupt?: () => T | undefined;
  /** Runs once, however the call ends: at once, after waiting, or with the process. */
  onEnd?: () => void;
}

/**
 * Runs `attempt` and returns its value. When it returns WOULD_BLOCK, returns PENDING and tries again whenever one of `sources` wakes,
 * answering the process's mailbox with the value or the errno of the first attempt that does not return WOULD_BLOCK.
 * `process.interruptWait` and `process.cancelWait` end it early.
 *
 * @throws SysError what the first attempt throws
 */
export function block<T>(process: Process, sources: readonly Waiters[], attempt: () => T | WouldBlock, options: BlockOptions<T> = {}): T | typeof PENDING {
  let waiting = false;
  try {
    const first = attempt();
    if (first !== WOULD_BLOCK) return first;
    if (options.timeoutMs === 0 && options.onTimeout) return options.onTimeout();
    // A signal that came after the program's last call but before this one would find nobody waiting, and the program would sleep through it.
    // Programs with an event loop hear of signals by message instead, and never clear the pending set.
    if (process.kind === 'shell' && process.mailbox.header[HEADER.SIGNALS] !== 0) {
      const done = options.onInterrupt?.();
      if (done === undefined) throw new SysError(ERRNO.EINTR);
      return done;
    }
    waiting = true;
  } finally {
    if (!waiting) options.onEnd?.();
  }

  let timer: ReturnType<typeof setTimeout> | undefined;
  let removers: (() => void)[] = [];
  let ended = false;
  const settle = (): void => {
    for (const remove of removers) remove();
    removers = [];
    if (timer !== undefined) clearTimeout(timer);
    process.interruptWait = null;
    process.cancelWait = null;
    process.resumeWait = null;
    if (!ended) options.onEnd?.();
    ended = true;
  };
  const answer = (produce: () => T | WouldBlock): void => {
    let value: T | WouldBlock;
    try {
      value = produce();
      if (value === WOULD_BLOCK) return;
    } catch (e) {
      settle();
      process.mailbox.fail(errnoOf(e));
      return;
    }
    if (ended) return;
    // The reply comes first: the value may be a view of memory that `onEnd` gives back.
    process.mailbox.reply(value);
    settle();
  };
  // A wake-up that arrives while an attempt of this same call runs (it freed room and woke its own file) is nothing new.
  let trying = false;
  let late = false;
  const retry = (): void => {
    // A stopped process takes nothing from a pipe; it looks again when it is continued.
    if (trying || ended || process.stopSignal !== 0) return;
    trying = true;
    try {
      answer(attempt);
    } finally {
      trying = false;
    }
  };

  removers = sources.map((waiters) => waiters.add(retry));
  const { timeoutMs, onTimeout } = options;
  // setTimeout treats more than 31 bits as 0, which would end an hour-long wait at once.
  if (timeoutMs !== undefined && timeoutMs > 0 && onTimeout) {
    timer = setTimeout(() => {
      late = true;
      if (process.stopSignal === 0) answer(onTimeout);
    }, Math.min(timeoutMs, 0x7fffffff));
  }
  process.cancelWait = settle;
  process.interruptWait = () => {
    // A signal raised by the attempt itself (SIGPIPE): the attempt answers, a second answer would be taken for the next call's.
    // Node's handlers run in its loop, and libuv sets them with SA_RESTART: `fs.readSync` waits on, also when the window's size changes.
    if (trying || process.kind === 'node') return;
    answer(() => {
      const done = options.onInterrupt?.();
      if (done === undefined) throw new SysError(ERRNO.EINTR);
      return done;
    });
  };
  process.resumeWait = () => {
    retry();
    if (!ended && late && onTimeout) answer(onTimeout);
  };
  return PENDING;
}

/** Errno for whatever a handler threw: a `SysError`'s own; anything else is a fault of the kernel, reported and answered with EIO so that the process goes on. */
export function errnoOf(error: unknown): number {
  if (error instanceof SysError) return error.errno;
  console.error('kernel: fault in a system call', error);
  return ERRNO.EIO;
}
