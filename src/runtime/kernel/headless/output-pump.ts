/** Carries a terminal's output to the client: in order, whole characters, and never much more than the client has taken. */
import { transfer } from 'comlink';
import type { Pty } from '../tty/pty.ts';

/** What the client passes for output: bytes, then null for the end. */
export type OutputListener = (data: Uint8Array | null) => unknown;

/** Bytes of one message. */
const CHUNK = 64 * 1024;
/** Messages sent and not yet confirmed. */
const WINDOW = 4;

/**
 * Runs until the terminal was hung up and everything written before was delivered (or the client is gone).
 * Without a listener output is dropped, so that no program waits for a reader there will never be.
 */
export async function pumpOutput(terminal: Pty, listener: OutputListener | undefined): Promise<void> {
  const confirmations: Promise<unknown>[] = [];
  let gone = listener === undefined;
  let carry: Uint8Array = new Uint8Array(0);
  const send = (bytes: Uint8Array): void => {
    // The client decodes each message on its own and would swallow a byte order mark at its start; the second one survives.
    const mark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    const message = new Uint8Array(bytes.length + (mark ? 3 : 0));
    if (mark) message.set(bytes.subarray(0, 3));
    message.set(bytes, mark ? 3 : 0);
    confirmations.push(Promise.resolve(listener!(transfer(message, [message.buffer]))).catch(() => {
      gone = true;
    }));
  };
  for (;;) {
    if (terminal.pendingOutput === 0) {
      if (terminal.hungUp) break;
      await woken(terminal);
      continue;
    }
    const bytes = terminal.takeOutput(CHUNK);
    if (gone) continue;
    const joined = join(carry, bytes);
    const whole = wholeCharacters(joined);
    carry = joined.slice(whole);
    if (whole > 0) send(joined.subarray(0, whole));
    if (confirmations.length >= WINDOW) await confirmations.shift();
  }
  if (!gone && carry.length) send(carry);
  await Promise.all(confirmations);
  if (!gone) await Promise.resolve(listener!(null)).catch(() => {});
}

function woken(terminal: Pty): Promise<void> {
  return new Promise((done) => {
    const remove = terminal.masterWaiters.add(() => {
      remove();
      done();
    });
  });
}

function join(a: Uint8Array, b: Uint8Array): Uint8Array {
  if (a.length === 0) return b;
  const out = new Uint8Array(a.length + b.length);
  out.set(a);
  out.set(b, a.length);
  return out;
}

/** Length of the part of `bytes` that does not end within a UTF-8 sequence. */
export function wholeCharacters(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back]!;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}
