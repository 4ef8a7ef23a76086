/** What the loop calls: ticks, timers, immediates, rejections, and the end of the process. */
import type { CoreRuntime } from './core.ts';

const IMMEDIATE_COUNT = 0, IMMEDIATE_REFS = 1, IMMEDIATE_OUTSTANDING = 2;
const REJECT_WITHOUT_HANDLER = 0, HANDLER_ADDED_LATER = 1;

export function connectLoop(rt: CoreRuntime): void {
  const { callbacks, loop, native, ticks, process } = rt;
  const immediateInfo: Uint32Array = rt.internalBinding('timers').immediateInfo;
  /** Reported by the browser, not yet handed on: a handler may be attached in a tick that is still to run. */
  const rejected = new Map<Promise<unknown>, unknown>();

  native.addEventListener('unhandledrejection', (event) => {
    event.preventDefault();
    rejected.set(event.promise, event.reason);
    loop.wake();
  });
  native.addEventListener('rejectionhandled', (event) => {
    event.preventDefault();
    if (rejected.delete(event.promise)) return;
    const { promise } = event;
    loop.enqueue(() => callbacks.promiseReject!(HANDLER_ADDED_LATER, promise, undefined));
  });

  loop.hooks = {
    ticksPending: () => ticks.pending(),
    // makeCallback drains the ticks when it leaves.
    runTicks() {},
    flushRejections() {
      if (rejected.size === 0) return false;
      const list = [...rejected];
      rejected.clear();
      rt.makeCallback(() => {
        for (const [promise, reason] of list) callbacks.promiseReject!(REJECT_WITHOUT_HANDLER, promise, reason);
      }, undefined);
      return true;
    },
    timers: (now) => callbacks.processTimers!.call(process, now),
    immediates: () => callbacks.processImmediate!.call(process),
    immediateCount: () => immediateInfo[IMMEDIATE_COUNT]!,
    immediateRefs: () => immediateInfo[IMMEDIATE_REFS]!,
    immediatesOutstanding: () => immediateInfo[IMMEDIATE_OUTSTANDING] !== 0,
    call(fn) {
      rt.makeCallback(fn, undefined);
    },
    beforeExit() {
      process.emit('beforeExit', process.exitCode ?? 0);
    },
    exit() {
      process._exiting = true;
      rt.makeCallback(() => process.emit('exit', process.exitCode ?? 0), undefined);
    },
    leave(): never {
      return rt.exit(process.exitCode ?? 0);
    },
  };
}
