/** Two small parts of `sed`: the lines that `R` takes from a file, and how `l` shows a line. */
import { O } from '../../abi/constants.ts';
import { SysError } from '../../abi/errno.ts';
import type { Context } from '../run/context.ts';
import { Input } from '../run/io.ts';
import { decode, encode, join, splitLines } from '../text.ts';
import { readText } from './inputs.ts';

export interface SedLine { text: string; /** By a newline, which a file's last line may lack. */ ended: boolean }

/** The lines of several files as of one, read when they are asked for: what writes them may go on for ever. */
export class LineSource {
  private readonly ctx: Context;
  private readonly files: string[];
  private readonly separator: number;
  private readonly failed: (file: string, error: unknown) => void;
  private input: Input | null = null;
  private fd = -1;
  /** Bytes of a line that has no end yet. */
  private begun: Uint8Array[] = [];
  private lines: SedLine[] = [];
  private at = 0;

  constructor(ctx: Context, files: readonly string[], separator: string, failed: (file: string, error: unknown) => void) {
    this.ctx = ctx;
    this.files = [...files];
    this.separator = separator.charCodeAt(0);
    this.failed = failed;
  }

  next(): SedLine | null {
    while (this.at >= this.lines.length) if (!this.read()) return null;
    return this.lines[this.at++]!;
  }

  /** False at the end of the last file. */
  private read(): boolean {
    if (!this.input && !this.open()) return this.rest();
    let chunk: Uint8Array | null = null;
    try {
      chunk = this.input!.chunk();
    } catch (e) {
      this.failed(this.name, e);
    }
    this.lines = [];
    this.at = 0;
    if (!chunk) {
      this.close();
      // A last line without a newline gets one when another file follows.
      this.joined = this.begun.length > 0;
      return true;
    }
    if (this.joined) this.end(new Uint8Array(0));
    this.joined = false;
    let from = 0;
    for (let at = chunk.indexOf(this.separator); at >= 0; at = chunk.indexOf(this.separator, from)) {
      this.end(chunk.subarray(from, at));
      from = at + 1;
    }
    if (from < chunk.length) this.begun.push(chunk.slice(from));
    return true;
  }

  private name = '';
  private joined = false;

  private end(last: Uint8Array): void {
    this.lines.push({ text: decode(join([...this.begun, last])), ended: true });
    this.begun = [];
  }

  private rest(): boolean {
    if (this.begun.length === 0) return false;
    this.lines = [{ text: decode(join(this.begun)), ended: false }];
    this.at = 0;
    this.begun = [];
    return true;
  }

  private open(): boolean {
    for (let file = this.files.shift(); file !== undefined; file = this.files.shift()) {
      this.name = file;
      try {
        if (file !== '-') this.fd = this.ctx.sys.open(file, O.RDONLY, 0);
        this.input = file === '-' ? this.ctx.stdin : new Input(this.ctx.sys, this.fd);
        this.input.check = this.ctx.stdin.check;
        return true;
      } catch (e) {
        this.failed(file, e);
      }
    }
    return false;
  }

  /** Also for who stops before the end: `sed q` runs inside the shell, which would keep the file open. */
  close(): void {
    this.input = null;
    if (this.fd >= 0) this.ctx.sys.close(this.fd);
    this.fd = -1;
  }
}

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

/** What is not printable ASCII as an escape, byte by byte, in lines of that width; 0 and 1 do not break any. */
export function visible(text: string, width: number): string {
  let out = '';
  let column = 0;
  for (const c of text) {
    for (const shown of /[ -\[\]-~]/.test(c) ? [c] : NAMED[c] ? [NAMED[c]] : Array.from(encode(c), (b) => `\\${b.toString(8).padStart(3, '0')}`)) {
      if (width > 1 && column + shown.length > width - 1) {
        out += '\\\n';
        column = 0;
      }
      out += shown;
      column += shown.length;
    }
  }
  return out;
}
