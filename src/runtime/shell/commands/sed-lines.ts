/** Two small parts of `sed`: the lines that `R` takes from a file, and how `l` shows a line. */
import { SysError } from '../../abi/errno.ts';
import type { Context } from '../run/context.ts';
import { encode, splitLines } from '../text.ts';
import { readText } from './inputs.ts';

export class FileLines {
  private readonly ctx: Context;
  private readonly rest = new Map<string, string[]>();

  constructor(ctx: Context) {
    this.ctx = ctx;
  }

  /** The next line of the file with its newline, as a list of one; an empty list at its end, or when it cannot be read. */
  next(file: string): string[] {
    let lines = this.rest.get(file);
    if (!lines) {
      try {
        lines = splitLines(readText(this.ctx, file));
      } catch (e) {
        if (!(e instanceof SysError)) throw e;
        lines = [];
      }
      this.rest.set(file, lines);
    }
    const line = lines.shift();
    return line === undefined ? [] : [`${line}\n`];
  }
}

const NAMED: { [c: string]: string } = { '\n': '\\n', '\t': '\\t', '\\': '\\\\', '\r': '\\r', '\x07': '\\a', '\b': '\\b', '\f': '\\f', '\v': '\\v' };

/** What is not printable ASCII as an escape, byte by byte. */
export function visible(text: string): string {
  return text.replace(/[\x00-\x1f\\\x7f]|[^\x00-\x7f]+/g, (c) => NAMED[c] ?? Array.from(encode(c), (b) => `\\${b.toString(8).padStart(3, '0')}`).join(''));
}
