/** Git's binary patches: deflated bytes in base 85, whole or as a delta. */
import { inflateSync } from 'node:zlib';
import { AppError } from '../../shared/errors.ts';
import { bare } from './lines.ts';
import { corrupt } from './parse-hunk.ts';
import type { BinaryData } from './types.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~';
const valueOf = new Map([...ALPHABET].map((char, value) => [char, value]));

/** Above this a patch may not inflate: a few kilobytes could otherwise fill the memory. */
const MAX_SIZE = 64 * 1024 * 1024;

/** The block that begins at `lines[at]` with `literal` or `delta`, and the index after it. */
export function parseBinary(lines: readonly string[], at: number): { data: BinaryData; next: number } | undefined {
  const head = /^(literal|delta) (\d+)\r?\n?$/.exec(lines[at] ?? '');
  if (!head) return undefined;
  const bytes: number[] = [];
  let next = at + 1;
  for (; next < lines.length && bare(lines[next]!) !== ''; next++) addLine(bare(lines[next]!), next + 1, bytes);
  return { data: { method: head[1] as BinaryData['method'], deflated: Uint8Array.from(bytes), size: Number(head[2]) }, next: next + 1 };
}

function addLine(line: string, number: number, bytes: number[]): void {
  const code = line.charCodeAt(0);
  const length = code >= 65 && code <= 90 ? code - 64 : code >= 97 && code <= 122 ? code - 70 : 0;
  if (length === 0 || line.length !== 1 + Math.ceil(length / 4) * 5) throw corrupt(number, 'a line of binary data has the wrong length');
  let left = length;
  for (let at = 1; at < line.length; at += 5) {
    let word = 0;
    for (let digit = 0; digit < 5; digit++) {
      const value = valueOf.get(line[at + digit]!);
      if (value === undefined) throw corrupt(number, 'binary data holds a character that is none of base 85');
      word = word * 85 + value;
    }
    if (word > 0xffffffff) throw corrupt(number, 'binary data is out of range');
    for (let byte = 0; byte < 4 && left > 0; byte++, left--) bytes.push((word >>> (24 - 8 * byte)) & 0xff);
  }
}

/** The new content. @throws AppError `patch_failed`. */
export function applyBinary(data: BinaryData, old: Uint8Array, name: string): Uint8Array {
  const broken = (why: string): AppError => new AppError('patch_failed', `patch validation failed: error: binary patch does not apply to '${name}': ${why}`);
  if (data.size > MAX_SIZE) throw broken('it is too large');
  let bytes: Uint8Array;
  try {
    bytes = inflateSync(data.deflated, { maxOutputLength: Math.max(data.size, 1) });
  } catch (error) {
    throw broken((error as Error).message);
  }
  if (bytes.length !== data.size) throw broken('its size is not as stated');
  if (data.method === 'literal') return bytes;
  const made = applyDelta(bytes, old);
  if (!made) throw broken('the file is not the one that it was made from');
  return made;
}

/** Git's delta: sizes of both contents, then pieces to copy from the old one or to insert. Undefined when it does not fit. */
function applyDelta(delta: Uint8Array, old: Uint8Array): Uint8Array | undefined {
  let at = 0;
  const size = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = delta[at++] ?? 0;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  };
  if (size() !== old.length) return undefined;
  const length = size();
  if (length > MAX_SIZE) return undefined;
  const made = new Uint8Array(length);
  let filled = 0;
  while (at < delta.length) {
    const command = delta[at++]!;
    let piece: Uint8Array;
    if (command >= 128) {
      let from = 0;
      let count = 0;
      for (let byte = 0; byte < 4; byte++) if (command & (1 << byte)) from += (delta[at++] ?? 0) * 2 ** (8 * byte);
      for (let byte = 0; byte < 3; byte++) if (command & (16 << byte)) count += (delta[at++] ?? 0) * 2 ** (8 * byte);
      count ||= 0x10000;
      if (from + count > old.length) return undefined;
      piece = old.subarray(from, from + count);
    } else {
      if (command === 0 || at + command > delta.length) return undefined;
      piece = delta.subarray(at, at + command);
      at += command;
    }
    if (filled + piece.length > length) return undefined;
    made.set(piece, filled);
    filled += piece.length;
  }
  return filled === length ? made : undefined;
}
