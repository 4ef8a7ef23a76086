/** One step of the browser's event loop: the next task runs after all microtasks, without the delays of timers. */

type PostTask = (callback: () => void, options: { priority: 'background' }) => Promise<void>;

/**
 * Returns a function that posts one task calling `run`. Each call posts one. What `run` throws reaches the worker's `error` event.
 *
 * Tasks of the lowest priority come after everything the browser has already queued: its reports of unhandled rejections (which Node
 * handles before it goes on) and the kernel's messages.
 */
export function createHop(native: typeof globalThis, run: () => void): () => void {
  const { scheduler } = native as unknown as { scheduler?: { postTask: PostTask } };
  if (scheduler === undefined) {
    const channel = new native.MessageChannel();
    channel.port1.onmessage = run;
    return () => channel.port2.postMessage(0);
  }
  // A task's exception would only reject its promise; a listener's is reported with the place it was thrown at.
  const target = new native.EventTarget();
  const { Event } = native;
  const { dispatchEvent } = target;
  target.addEventListener('turn', run);
  const task = (): void => {
    dispatchEvent.call(target, new Event('turn'));
  };
  const { postTask } = scheduler;
  return () => {
    void postTask.call(scheduler, task, { priority: 'background' });
  };
}
