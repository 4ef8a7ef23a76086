/** One step of the browser's event loop: the next task runs after all microtasks, without the delays of timers. */

/** Returns a function that posts one task calling `run`. Each call posts one. */
export function createHop(native: typeof globalThis, run: () => void): () => void {
  const channel = new native.MessageChannel();
  const port = channel.port2;
  channel.port1.onmessage = run;
  return () => port.postMessage(0);
}
