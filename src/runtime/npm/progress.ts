/** How far `npm ci` is, in one line that is written over and goes at the end: on a terminal, and when npm would show that it is at work. */
import { writeSync } from 'node:fs';

/** As npm waits before it draws its first spinner: what is done by then needs no words. */
const PATIENCE_MS = 200;
const STDERR = 2;
const CLEAR = '\r\x1b[2K';

export interface Progress { readonly wanted: boolean; show(done: number): void; clear(): void }

export function progressOf(wanted: boolean, packages: number, begun: number): Progress {
  let shown = false;
  // Written at once: the program waits for packages in one call, and its streams would not write before that is over.
  const write = (text: string): void => {
    try {
      writeSync(STDERR, text);
    } catch {
      // A terminal that takes nothing now must not stop an installation.
    }
  };
  return {
    wanted: wanted && process.stderr.isTTY === true && process.stdout.isTTY === true && process.env.TERM !== 'dumb',
    show(done) {
      if (Date.now() - begun < PATIENCE_MS) return;
      write(`${CLEAR}${done} of ${packages} packages`.slice(0, CLEAR.length + (process.stderr.columns || 80) - 1));
      shown = true;
    },
    clear() {
      if (shown) write(CLEAR);
    },
  };
}
