/** The terminal's line discipline: what typed bytes mean to the reader, what is echoed, how output is changed on its way to the screen. */
import { SIG, TTY, TTY_COOKED } from '../../abi/constants.ts';
import { WOULD_BLOCK, type WouldBlock } from '../types.ts';
import { columnsOf } from './columns.ts';

/** Control characters, as `stty -a` shows them on Linux. */
const CHAR = { INTR: 3, EOF: 4, ERASE: 0x7f, BACKSPACE: 8, TAB: 9, NL: 10, CR: 13, REPRINT: 18, KILL: 21, LNEXT: 22, WERASE: 23, SUSP: 26, QUIT: 28 } as const;

/** Bytes of unread input that are kept; what is typed beyond it is lost, as when a real terminal's queue is full. */
const MAX_INPUT = 8 * 1024 * 1024;

export interface LineDisciplineHooks {
  /** Bytes for the screen. */
  output(bytes: Uint8Array): void;
  /** A signal typed at the keyboard, for the foreground group. */
  signal(signal: number): void;
  /** Something became readable. */
  readable(): void;
}

/** One piece that a read may return: a line, or what was typed in raw mode. An empty piece is an end of file typed with ^D. */
type Piece = Uint8Array;

export class LineDiscipline {
  private modes: number = TTY_COOKED;
  private readonly hooks: LineDisciplineHooks;
  /** The line being edited in canonical mode. */
  private line: number[] = [];
  private pieces: Piece[] = [];
  private queued = 0;
  private literalNext = false;
  /** Cursor column, as far as it can be known from what was written; tabs are erased by it. */
  private column = 0;
  private lineStart = 0;

  constructor(hooks: LineDisciplineHooks) {
    this.hooks = hooks;
  }

  getModes(): number {
    return this.modes;
  }

  setModes(modes: number): void {
    const wasCanonical = (this.modes & TTY.ICANON) !== 0;
    this.modes = modes;
    // Leaving canonical mode makes the unfinished line readable: a program that switches to raw while the person types must not lose keys.
    if (wasCanonical && !(modes & TTY.ICANON) && this.line.length) {
      this.push(Uint8Array.from(this.line));
      this.line = [];
      this.hooks.readable();
    }
  }

  isReadable(): boolean {
    // An end of file typed before the switch to raw mode is nothing there: whoever were told of it would wait in the read.
    return this.modes & TTY.ICANON ? this.pieces.length > 0 : this.queued > 0;
  }

  /** Up to `length` bytes: at most one line in canonical mode. Empty is end of file. */
  read(length: number): Uint8Array | WouldBlock {
    const first = this.pieces[0];
    if (first === undefined) return WOULD_BLOCK;
    if (this.modes & TTY.ICANON || first.length >= length) return this.take(length);
    // Raw: everything that is there, across pieces.
    const parts: Uint8Array[] = [];
    let total = 0;
    while (total < length && this.pieces.length) {
      const part = this.take(length - total);
      parts.push(part);
      total += part.length;
    }
    if (total === 0) return WOULD_BLOCK;
    const out = new Uint8Array(total);
    let at = 0;
    for (const part of parts) {
      out.set(part, at);
      at += part.length;
    }
    return out;
  }

  /** Drops unread input. */
  flushInput(): void {
    this.line = [];
    this.pieces = [];
    this.queued = 0;
  }

  /** Bytes typed at the keyboard. */
  input(bytes: Uint8Array): void {
    if (!(this.modes & (TTY.ICANON | TTY.ISIG | TTY.ECHO | TTY.ICRNL))) {
      this.pushRaw(bytes.slice());
      return;
    }
    const raw: number[] = [];
    const flushRaw = (): void => {
      if (raw.length) this.pushRaw(Uint8Array.from(raw));
      raw.length = 0;
    };
    for (const byte of bytes) {
      const c = byte === CHAR.CR && this.modes & TTY.ICRNL && !this.literalNext ? CHAR.NL : byte;
      if (this.modes & TTY.ISIG && !this.literalNext) {
        const signal = c === CHAR.INTR ? SIG.INT : c === CHAR.QUIT ? SIG.QUIT : c === CHAR.SUSP ? SIG.TSTP : 0;
        if (signal) {
          raw.length = 0;
          this.flushInput();
          this.echo(c);
          this.hooks.signal(signal);
          continue;
        }
      }
      if (this.modes & TTY.ICANON) this.canonical(c);
      else {
        raw.push(c);
        this.echo(c);
      }
    }
    flushRaw();
  }

  /** Output of a program as it goes to the screen. */
  process(bytes: Uint8Array): Uint8Array {
    if (!(this.modes & TTY.OPOST) || !bytes.includes(CHAR.NL)) {
      this.track(bytes);
      return bytes.slice();
    }
    const out: number[] = [];
    for (const byte of bytes) {
      if (byte === CHAR.NL) out.push(CHAR.CR);
      out.push(byte);
    }
    const result = Uint8Array.from(out);
    this.track(result);
    return result;
  }

  private canonical(c: number): void {
    if (this.line.length === 0) this.lineStart = this.column;
    if (this.literalNext) {
      this.literalNext = false;
      this.append(c);
      return;
    }
    switch (c) {
      case CHAR.ERASE:
      case CHAR.BACKSPACE:
        this.erase(this.lastCharacter());
        return;
      case CHAR.WERASE:
        this.erase(this.lastWord());
        return;
      case CHAR.KILL:
        this.erase(0);
        return;
      case CHAR.LNEXT:
        this.literalNext = true;
        // The caret shows that the next key is taken as it is; the key then overwrites it.
        if (this.modes & TTY.ECHO) this.screen([0x5e, CHAR.BACKSPACE]);
        return;
      case CHAR.REPRINT: {
        const line = this.line;
        this.echo(c);
        this.echo(CHAR.NL);
        this.lineStart = 0;
        for (const byte of line) this.echo(byte);
        return;
      }
      case CHAR.EOF:
        this.push(Uint8Array.from(this.line));
        this.line = [];
        this.hooks.readable();
        return;
      case CHAR.NL:
        this.echo(c);
        this.line.push(c);
        this.push(Uint8Array.from(this.line));
        this.line = [];
        this.hooks.readable();
        return;
      default:
        this.append(c);
    }
  }

  private append(c: number): void {
    if (this.queued + this.line.length >= MAX_INPUT) return;
    this.line.push(c);
    this.echo(c);
  }

  /** Position of the last character, all bytes of it. */
  private lastCharacter(): number {
    let at = this.line.length - 1;
    while (at > 0 && (this.line[at]! & 0xc0) === 0x80) at--;
    return Math.max(at, 0);
  }

  /** As Linux does: what is no word character first, then the word. */
  private lastWord(): number {
    let at = this.line.length;
    while (at > 0 && !isWordByte(this.line[at - 1]!)) at--;
    while (at > 0 && isWordByte(this.line[at - 1]!)) at--;
    return at;
  }

  /** Shortens the edited line and wipes what is gone from the screen. */
  private erase(length: number): void {
    const before = columnsOf(this.line, this.lineStart);
    this.line.length = length;
    if (!(this.modes & TTY.ECHO)) return;
    const wipe: number[] = [];
    for (let n = before - columnsOf(this.line, this.lineStart); n > 0; n--) wipe.push(CHAR.BACKSPACE, 0x20, CHAR.BACKSPACE);
    this.screen(wipe);
  }

  private echo(c: number): void {
    if (!(this.modes & TTY.ECHO)) return;
    if (c === CHAR.NL) this.screen(this.modes & TTY.OPOST ? [CHAR.CR, CHAR.NL] : [CHAR.NL]);
    else if ((c < 0x20 && c !== CHAR.TAB) || c === CHAR.ERASE) this.screen([0x5e, c ^ 0x40]);
    else this.screen([c]);
  }

  private screen(bytes: number[]): void {
    const out = Uint8Array.from(bytes);
    this.track(out);
    this.hooks.output(out);
  }

  private track(bytes: Uint8Array): void {
    // Only what follows the last line break decides the column.
    const start = Math.max(bytes.lastIndexOf(CHAR.NL), bytes.lastIndexOf(CHAR.CR));
    if (start >= 0) this.column = 0;
    for (let i = start + 1; i < bytes.length; i++) {
      const c = bytes[i]!;
      if (c === CHAR.BACKSPACE) this.column = Math.max(0, this.column - 1);
      else if (c === CHAR.TAB) this.column = (this.column | 7) + 1;
      else if (c >= 0x20 && (c & 0xc0) !== 0x80) this.column++;
    }
  }

  private pushRaw(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.push(bytes);
    this.hooks.readable();
  }

  private push(piece: Piece): void {
    if (this.queued + piece.length > MAX_INPUT) return;
    this.queued += piece.length;
    this.pieces.push(piece);
  }

  private take(length: number): Uint8Array {
    const first = this.pieces[0]!;
    const out = first.subarray(0, length);
    if (out.length === first.length) this.pieces.shift();
    else this.pieces[0] = first.subarray(length);
    this.queued -= out.length;
    return out;
  }
}

function isWordByte(c: number): boolean {
  return (c >= 0x30 && c <= 0x39) || (c >= 0x41 && c <= 0x5a) || (c >= 0x61 && c <= 0x7a) || c === 0x5f || c >= 0x80;
}
