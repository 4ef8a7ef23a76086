/** Keeps a flood of changes in the sandbox from flooding the page that watches: it gets events as fast as it takes them, and never many. */
import type { WatchEventName } from '../fs/watch-hub.ts';

/** Events that the page was sent and has not confirmed. */
const WINDOW = 256;
/** Different events that wait for it. */
const MAX_WAITING = 8192;

/**
 * A listener for a watch that passes on to `send` at the pace of its answers. While events wait, one equal to another of them is dropped; when
 * too many wait, all are replaced by one `rename` of the empty name: the watched thing itself, of which everything may have changed.
 */
export function paceEvents(send: (event: WatchEventName, filename: string) => unknown): (event: WatchEventName, filename: string) => void {
  let waiting = new Map<string, { event: WatchEventName; filename: string }>();
  let overflow = false;
  let sent = 0;

  const pass = (event: WatchEventName, filename: string): void => {
    sent++;
    const answered = (): void => {
      sent--;
      drain();
    };
    // The page may be gone: nobody is left to tell. A listener that was given back throws when it is called.
    new Promise((done) => done(send(event, filename))).then(answered, answered);
  };
  const drain = (): void => {
    if (overflow && sent === 0) {
      overflow = false;
      pass('rename', '');
    }
    for (const [key, { event, filename }] of waiting) {
      if (sent >= WINDOW) return;
      waiting.delete(key);
      pass(event, filename);
    }
  };
  return (event, filename) => {
    // What the single event says includes this one, as long as it was not sent.
    if (overflow) return;
    if (sent < WINDOW && waiting.size === 0) return pass(event, filename);
    waiting.set(`${event} ${filename}`, { event, filename });
    if (waiting.size <= MAX_WAITING) return;
    waiting = new Map();
    overflow = true;
  };
}
