/** internalBinding('task_queue'): process.nextTick's flags, microtasks, unhandled rejections. */
import type { CoreRuntime } from '../core.ts';
import type { Binding } from '../runtime.ts';

export const taskQueueBinding: Binding = {
  name: 'task_queue',
  create(rt: CoreRuntime, shape) {
    return Object.assign(shape, {
      tickInfo: rt.ticks,
      enqueueMicrotask: (fn: () => void) => rt.native.queueMicrotask(fn),
      setTickCallback(fn: () => void) {
        rt.callbacks.ticks = fn;
      },
      // A page cannot drain microtasks in the middle of a task. The loop returns to the browser after every callback instead, which drains them all.
      runMicrotasks() {},
      setPromiseRejectCallback(fn: NonNullable<CoreRuntime['callbacks']['promiseReject']>) {
        rt.callbacks.promiseReject = fn;
      },
    });
  },
};
