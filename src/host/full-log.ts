import * as fs from 'node:fs';
import * as path from 'node:path';

/** A full log stops growing here, so that a runaway command cannot fill the sandbox's memory, where its files live. */
const MAX_LOG_CHARS = 32 * 1024 * 1024;

/** The whole output of one command. Nothing is written until the output exceeds what the result can hold. */
export class FullLog {
  readonly #file: string;
  readonly #threshold: number;
  #pending: string[] = [];
  #size = 0;
  #fd: number | undefined;

  constructor(file: string, threshold: number) {
    this.#file = file;
    this.#threshold = threshold;
  }

  add(text: string): void {
    if (this.#size > MAX_LOG_CHARS) return;
    this.#size += text.length;
    if (this.#fd === undefined) {
      this.#pending.push(text);
      if (this.#size <= this.#threshold) return;
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
