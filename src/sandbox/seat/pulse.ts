/**
 * Tells an owner that is slow from one that is stopped. Its page answers from its main thread, which may be busy for many seconds on a busy machine. A worker of the page answers here: it is silent
 * when the tab's process is stopped, and when the browser has frozen the page, but not when the page has much to do.
 */

const channelOf = (project: string): string => `tabloom-pulse:${project}`;

/** Answers for this tab, until the page ends or the returned function is called. Where a worker cannot be made nobody answers, and slow counts as stopped. */
export function startPulse(project: string, tab: string): () => void {
  try {
    const source = `const channel = new BroadcastChannel(${JSON.stringify(channelOf(project))}); channel.onmessage = ({ data }) => { if (data === 'alive?') channel.postMessage({ alive: ${JSON.stringify(tab)} }); };`;
    const address = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
    const worker = new Worker(address, { name: 'pulse' });
    return () => {
      worker.terminate();
      URL.revokeObjectURL(address);
    };
  } catch {
    return () => undefined;
  }
}

export interface Pulse {
  ask(): void;
  close(): void;
}

/** @param heard called with the tab whose process runs */
export function feelPulse(project: string, heard: (tab: string) => void): Pulse {
  const channel = new BroadcastChannel(channelOf(project));
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const tab = typeof data === 'object' && data !== null ? (data as { alive?: unknown }).alive : undefined;
    if (typeof tab === 'string') heard(tab);
  };
  // In Node an open channel would keep the process; browsers have no such method.
  (channel as { unref?: () => void }).unref?.();
  return { ask: () => channel.postMessage('alive?'), close: () => channel.close() };
}
