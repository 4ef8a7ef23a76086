/**
 * A point-to-point link between two tabs: a BroadcastChannel whose name only these two know. A broker that hands out MessagePorts (a service worker, a shared worker) was the alternative. A channel
 * needs no third party that can be stopped, updated or missing, keeps the order of its messages, and the browser takes it back with either tab. What it cannot do is move a buffer instead of copying it:
 * figures are in `../README.md`.
 */

export interface Link {
  /** @throws DOMException when the message cannot be copied, as with a function in it */
  send(message: unknown): void;
  /** One listener; what arrived before it was there is kept for it. */
  listen(listener: (message: unknown) => void): void;
  /** Nothing is sent or heard afterwards. */
  close(): void;
}

/** @param name the same on both sides, and on no third one */
export function openLink(name: string): Link {
  const channel = new BroadcastChannel(name);
  let early: unknown[] = [];
  let listener: ((message: unknown) => void) | undefined;
  let closed = false;
  channel.onmessage = ({ data }: { data: unknown }) => {
    // Closing does not take back what the browser has queued already.
    if (closed) return;
    if (listener) listener(data);
    else early.push(data);
  };
  return {
    send(message) {
      if (!closed) channel.postMessage(message);
    },
    listen(next) {
      listener = next;
      const waiting = early;
      early = [];
      for (const message of waiting) next(message);
    },
    close() {
      closed = true;
      channel.close();
    },
  };
}
