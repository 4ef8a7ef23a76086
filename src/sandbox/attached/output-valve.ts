/** The owner's end of a process's output: sends as much as the other tab has room for, and lets nobody's flood fill the memory of either. */
import { textTail } from '../../shared/text-tail.ts';
import type { ToAttached } from './messages.ts';

/** Characters that may be on their way, unread. */
export const OUTPUT_WINDOW = 256 * 1024;
/** Characters that wait here for room; a tab that does not read (frozen, busy) loses what comes after but for its end, and is told. */
export const MAX_WAITING = 4 * 1024 * 1024;
/** The same of a terminal: what waits is seen before what a person's Ctrl+C leads to, and no screen can be scrolled back as far. */
export const MAX_WAITING_SCREEN = 512 * 1024;
/** Characters that are kept of the end: a prompt or a result is in it. */
const TAIL = 256 * 1024;
/** Characters of one message. */
const PIECE = 64 * 1024;

export interface OutputValve {
  /** The other side has read so many more. */
  taken(count: number): void;
  /** Resolves when all of it was sent, or the valve was closed. */
  readonly done: Promise<void>;
  /** Reads on, so that the process is not held up, but sends no more. */
  close(): void;
}

/** @param max of what waits, in characters */
export function outputValve(handle: number, output: ReadableStream<string>, send: (message: ToAttached) => void, max = MAX_WAITING): OutputValve {
  let waiting: string[] = [];
  let waitingLength = 0;
  let inFlight = 0;
  const later = textTail(TAIL);
  let ended = false;
  let over = false;
  let finish!: () => void;
  const done = new Promise<void>((resolve) => { finish = resolve; });

  const put = (text: string): void => {
    for (let at = 0; at < text.length; at += PIECE) waiting.push(text.slice(at, at + PIECE));
    waitingLength += text.length;
  };
  const sendWaiting = (): void => {
    while (!over && waiting.length > 0 && inFlight < OUTPUT_WINDOW) {
      const text = waiting.shift()!;
      waitingLength -= text.length;
      inFlight += text.length;
      send({ t: 'output', handle, text });
    }
  };
  const flush = (): void => {
    sendWaiting();
    if (over || waiting.length > 0) return;
    if (later.added > 0) {
      const { text, left } = later.take();
      put(left === 0 ? text : `\x1b[0m\r\n[${left} characters left out: they came faster than this tab read them]\r\n${text}`);
      sendWaiting();
    }
    if (!ended || waiting.length > 0) return;
    over = true;
    send({ t: 'output-end', handle });
    finish();
  };
  const take = (text: string): void => {
    if (over) return;
    // What comes after a gap stays behind its mark.
    if (later.added > 0 || waitingLength > max) later.add(text);
    else put(text);
    flush();
  };
  const end = (): void => {
    ended = true;
    flush();
  };
  output.pipeTo(new WritableStream({ write: take })).then(end, end);
  return {
    done,
    taken(count) {
      inFlight = Math.max(0, inFlight - count);
      flush();
    },
    close() {
      over = true;
      waiting = [];
      finish();
    },
  };
}
