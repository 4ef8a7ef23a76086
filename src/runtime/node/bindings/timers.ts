/** internalBinding('timers'): one timer of the loop for all of the library's, and the counters of immediates. */
import type { CoreRuntime } from '../core.ts';
import type { Binding } from '../runtime.ts';

export const timersBinding: Binding = {
  name: 'timers',
  create(rt: CoreRuntime, shape) {
    return Object.assign(shape, {
      setupTimers(processImmediate: () => Iterator<void, void>, processTimers: (now: number) => Iterator<void, number>) {
        rt.callbacks.processImmediate = processImmediate;
        rt.callbacks.processTimers = processTimers;
      },
      getLibuvNow: () => rt.loop.now(),
      scheduleTimer: (ms: number) => rt.loop.scheduleTimer(ms),
      toggleTimerRef: (on: boolean) => rt.loop.setTimerRef(on),
      // The counter itself says whether immediates hold the loop.
      toggleImmediateRef: () => rt.loop.wake(),
    });
  },
};
