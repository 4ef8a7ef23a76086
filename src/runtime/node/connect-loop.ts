/** What the loop calls: ticks, timers, immediates, rejections, and the end of the process. */
import type { CoreRuntime } from './core.ts';
import { sourceArrow } from './fatal.ts';
import type { Internal } from './runtime.ts';

const IMMEDIATE_COUNT = 0, IMMEDIATE_REFS = 1, IMMEDIATE_OUTSTANDING = 2;
const UNSETTLED_AWAIT = 13;
const REJECT_WITHOUT_HANDLER = 0, HANDLER_ADDED_LATER = 1;

export function connectLoop(rt: CoreRuntime): void {
  const { callbacks, loop, native, ticks, process } = rt;
  const { immediateInfo, timeoutInfo }: { immediateInfo: Uint32Array; timeoutInfo: Int32Array } = rt.internalBinding('timers');
  /** Reported by the browser, not yet handed on: a handler may be attached in a tick that is still to run. */
  let rejected = new Map<Promise<unknown>, unknown>();
  const handledLater: Promise<unknown>[] = [];

  native.addEventListener('unhandledrejection', (event) => {
    event.preventDefault();
    rejected.set(event.promise, event.reason);
    rt.async.reported.add(event.promise);
    loop.wake();
  });
  // The browser tells of late handlers only for rejections that it has printed itself, so `then` is watched instead (an `await` goes unseen).
  rt.async.onHandled = (promise) => {
    if (rejected.delete(promise)) return;
    handledLater.push(promise);
    loop.wake();
  };

  let entry: unknown;
  let entryPending = false;
  /** It ends because its entry point waits for what never comes. */
  let stalled = false;

  loop.hooks = {
    ticksPending: () => ticks.pending(),
    // makeCallback drains the ticks when it leaves.
    runTicks() {},
    flushRejections() {
      if (rejected.size === 0 && handledLater.length === 0) return false;
      const list = rejected;
      rejected = new Map();
      const handled = handledLater.splice(0);
      rt.makeCallback(() => {
        handled.forEach((promise) => callbacks.promiseReject!(HANDLER_ADDED_LATER, promise, undefined));
        list.forEach((reason, promise) => rt.promises.settle(promise, true, reason));
        list.forEach((reason, promise) => callbacks.promiseReject!(REJECT_WITHOUT_HANDLER, promise, reason));
      }, undefined);
      return true;
    },
    timers: (now) => callbacks.processTimers!.call(process, now),
    immediates: () => callbacks.processImmediate!.call(process),
    immediateCount: () => immediateInfo[IMMEDIATE_COUNT]!,
    immediateRefs: () => immediateInfo[IMMEDIATE_REFS]!,
    immediatesOutstanding: () => immediateInfo[IMMEDIATE_OUTSTANDING] !== 0,
    timerRefs: () => timeoutInfo[0]!,
    call(fn) {
      rt.makeCallback(fn, undefined);
    },
    settling() {
      // The entry point's promise is the library's own and never rejects; only whether it is still pending matters.
      const promise: unknown = (globalThis as Internal)[rt.privateSymbols.entry_point_promise_private_symbol!];
      if (promise === undefined || promise === entry) return false;
      entry = promise;
      entryPending = true;
      native.Promise.prototype.then.call(promise as Promise<unknown>, () => {
        entryPending = false;
      });
      return true;
    },
    beforeExit() {
      rt.async.tellDestroyed();
      process.emit('beforeExit', process.exitCode ?? 0);
    },
    exit() {
      process._exiting = true;
      stalled = entryPending && process.exitCode === undefined;
      if (stalled) process.exitCode = UNSETTLED_AWAIT;
      rt.makeCallback(() => process.emit('exit', process.exitCode ?? 0), undefined);
    },
    leave(): never {
      if (stalled && rt.requireBuiltin('internal/options').getOptionValue('--warnings')) rt.writeError(stalledWarning(rt));
      return rt.exit(process.exitCode ?? 0);
    },
  };
}

/** What Node prints about modules whose top-level await never came to an end. */
function stalledWarning(rt: CoreRuntime): string {
  let out = '';
  for (const place of rt.stalledAwaits?.() ?? []) {
    const arrow = sourceArrow(rt, place);
    out += `Warning: Detected unsettled top-level await at ${arrow ?? `${place.file}:${place.line}\n`}\n\n\n`;
  }
  return out;
}
