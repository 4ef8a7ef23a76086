/** The lines of Git's protocol (`gitprotocol-common`): four hexadecimal digits of length, then the data. */
import { fatal } from '../errors.ts';

const FLUSH = Buffer.from('0000');
/** What a line can hold. */
const MOST = 65_516;

export const flushPacket = (): Buffer => FLUSH;

export function packet(text: string): Buffer {
  const data = Buffer.from(text);
  return Buffer.concat([Buffer.from((data.length + 4).toString(16).padStart(4, '0')), data]);
}

/** A line's data; null for a flush, which ends a section. */
export type Line = Buffer | null;

export interface Packets {
  lines: Line[];
  /** Where the lines end; a pack may follow. */
  end: number;
}

/** All lines up to the end, or until `stop` says that what follows is something else. @throws GitError for anything that is no line. */
export function readPackets(bytes: Buffer, stop: (line: Line) => boolean = () => false): Packets {
  const lines: Line[] = [];
  let at = 0;
  while (at < bytes.length) {
    const text = bytes.toString('latin1', at, at + 4);
    const length = /^[0-9a-f]{4}$/i.test(text) ? Number.parseInt(text, 16) : Number.NaN;
    if (Number.isNaN(length) || length > MOST + 4 || (length > 0 && length < 4) || at + length > bytes.length) throw fatal(`protocol error: bad line length character: ${JSON.stringify(text)}`);
    const line = length === 0 ? null : bytes.subarray(at + 4, at + length);
    lines.push(line);
    at += Math.max(4, length);
    if (stop(line)) break;
  }
  return { lines, end: at };
}

export const lineText = (line: Buffer): string => line.toString('utf8').replace(/\n$/, '');
