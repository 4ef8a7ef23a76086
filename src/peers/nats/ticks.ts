/**
 * Calls back about every `ms` milliseconds, also in a tab that nobody looks at: browsers slow the timers of such pages down to one a minute,
 * but not those of their workers. A peer that is late with its sign of life is taken for dead.
 */
export function every(ms: number, work: () => void): () => void {
  if (typeof Worker === 'undefined') {
    const timer = setInterval(work, ms);
    return () => clearInterval(timer);
  }
  const address = URL.createObjectURL(new Blob([`setInterval(() => postMessage(0), ${ms})`], { type: 'text/javascript' }));
  const worker = new Worker(address);
  worker.onmessage = work;
  return () => {
    worker.terminate();
    URL.revokeObjectURL(address);
  };
}
