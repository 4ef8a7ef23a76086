import * as fs from 'node:fs';
import * as path from 'node:path';

/** A full log stops growing here, so that a runaway command cannot fill the sandbox's memory, where its files live. */
export const MAX_LOG_CHARS = 32 * 1024 * 1024;

/** What a result holds at most; a longer output has a log. Characters are counted as strings do, which is never less than code points. */
interface Holds {
  chars: number;
  lines?: number | undefined;
  bytes?: number | undefined;
}

/** The whole output of one command. Nothing is written until the output exceeds what the result can hold. */
export class FullLog {
  readonly #file: string;
  readonly #holds: Holds;
  #pending: string[] = [];
  #size = 0;
  #bytes = 0;
  #breaks = 0;
  #midLine = false;
  #fd: number | undefined;
  /** Its file cannot be made, or takes no more. */
  #broken = false;

  constructor(file: string, holds: Holds) {
    this.#file = file;
    this.#holds = holds;
  }

  /** Lines so far, one that has not ended yet included. */
  get lines(): number {
    return this.#breaks + (this.#midLine ? 1 : 0);
  }

  add(text: string): void {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#breaks++;
    if (text !== '') this.#midLine = !text.endsWith('\n');
    if (this.#size > MAX_LOG_CHARS || this.#broken) return;
    this.#size += text.length;
    try {
      this.#write(text);
    } catch {
      // Called where a program's output comes in: what is thrown there would end the host, and with it everybody's commands.
      this.#broken = true;
      this.#pending = [];
    }
  }

  #write(text: string): void {
    if (this.#fd === undefined) {
      const { chars, lines = Infinity, bytes } = this.#holds;
      this.#pending.push(text);
      if (bytes !== undefined) this.#bytes += Buffer.byteLength(text);
      if (this.#size <= chars && this.lines <= lines && this.#bytes <= (bytes ?? Infinity)) return;
      fs.mkdirSync(path.dirname(this.#file), { recursive: true });
      this.#fd = fs.openSync(this.#file, 'w');
      fs.writeSync(this.#fd, this.#pending.join(''));
      this.#pending = [];
    } else {
      fs.writeSync(this.#fd, text);
    }
    if (this.#size > MAX_LOG_CHARS) fs.writeSync(this.#fd, `\n[the log ends here: more than ${MAX_LOG_CHARS} characters]\n`);
  }

  /** Closes the file; returns whether there is one. */
  close(): boolean {
    if (this.#fd === undefined) return false;
    fs.closeSync(this.#fd);
    this.#fd = undefined;
    return true;
  }
}
