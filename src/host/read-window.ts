/** A window of a file's lines, read in pieces: ranges work on files of any size. */
import type { FileHandle } from 'node:fs/promises';

const PIECE = 1 << 20;

export interface Window {
  /** The wanted lines with their line feeds, at most about `maxBytes` of them; whole lines but for a last one that is cut. */
  bytes: Buffer;
  totalLines: number;
  /** There was more than `maxBytes`. */
  cut: boolean;
}

/** Lines from `first` (counted from 1), at most `count` of them. The whole file is read, because its lines are counted. */
export async function readWindow(file: FileHandle, size: number, first: number, count: number, maxBytes: number): Promise<Window> {
  const kept: Buffer[] = [];
  let keptBytes = 0;
  let lines = 0;
  let position = 0;
  let endsInLine = false;
  let cut = false;
  for (;;) {
    // A file of the proc filesystem says that it is empty.
    const piece = Buffer.allocUnsafe(Math.min(PIECE, Math.max(4096, size - position)));
    const { bytesRead } = await file.read(piece, 0, piece.length, position);
    if (bytesRead === 0) break;
    const bytes = piece.subarray(0, bytesRead);
    position += bytesRead;
    // [from, to) is the part of this piece that lies in the window.
    let from = lines + 1 >= first ? 0 : -1;
    let to = from === 0 && lines >= first - 1 + count ? 0 : bytesRead;
    for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) {
      lines++;
      if (lines === first - 1) from = at + 1;
      if (lines === first - 1 + count) to = at + 1;
    }
    endsInLine = bytes[bytesRead - 1] !== 10;
    if (from >= 0 && from < to) {
      const part = bytes.subarray(from, Math.min(to, from + maxBytes - keptBytes));
      cut ||= part.length < to - from;
      kept.push(part);
      keptBytes += part.length;
    }
  }
  return { bytes: Buffer.concat(kept), totalLines: lines + (endsInLine ? 1 : 0), cut };
}

/** Without the beginning of a character whose end was cut off. */
export function wholeCharacters(bytes: Buffer): Buffer {
  let start = bytes.length - 1;
  while (start > 0 && start > bytes.length - 4 && (bytes[start]! & 0xc0) === 0x80) start--;
  if (start < 0) return bytes;
  const lead = bytes[start]!;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
  return start + length > bytes.length ? bytes.subarray(0, start) : bytes;
}
