/**
 * Text and bytes. Strings made from bytes keep what is not UTF-8 as lone surrogates U+DC80..U+DCFF, so that `sort` or `sed` on a binary
 * file gives back the bytes it read.
 */

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

export function encode(text: string): Uint8Array {
  if (!/[\uDC80-\uDCFF]/.test(text)) return encoder.encode(text);
  const parts: Uint8Array[] = [];
  let total = 0;
  // Without the u flag a pair's second half would match too; the lookbehind leaves pairs alone.
  for (const piece of text.split(/((?<![\uD800-\uDBFF])[\uDC80-\uDCFF])/)) {
    if (piece === '') continue;
    const code = piece.charCodeAt(0);
    const bytes = piece.length === 1 && code >= 0xdc80 && code <= 0xdcff ? Uint8Array.of(code - 0xdc00) : encoder.encode(piece);
    parts.push(bytes);
    total += bytes.length;
  }
  return join(parts, total);
}

export function decode(bytes: Uint8Array): string {
  // TextDecoder refuses shared memory; everything that comes from `Sys` is a private copy, a subarray of one included.
  try {
    return strict.decode(bytes);
  } catch {
    return decodeLoose(bytes);
  }
}

function sequenceLength(bytes: Uint8Array, i: number): number {
  const b = bytes[i]!;
  const n = b < 0x80 ? 1 : b >= 0xc2 && b < 0xe0 ? 2 : b >= 0xe0 && b < 0xf0 ? 3 : b >= 0xf0 && b < 0xf5 ? 4 : 0;
  if (n === 0 || i + n > bytes.length) return 0;
  for (let k = 1; k < n; k++) if ((bytes[i + k]! & 0xc0) !== 0x80) return 0;
  return n;
}

function decodeLoose(bytes: Uint8Array): string {
  let out = '';
  let start = 0;
  for (let i = 0; i < bytes.length;) {
    const n = sequenceLength(bytes, i);
    let ok = n > 0;
    if (n > 2) {
      // Overlong forms and surrogates pass the length check.
      try {
        strict.decode(bytes.subarray(i, i + n));
      } catch {
        ok = false;
      }
    }
    if (ok) {
      i += n;
      continue;
    }
    if (i > start) out += strict.decode(bytes.subarray(start, i));
    out += String.fromCharCode(0xdc00 + bytes[i]!);
    start = ++i;
  }
  return out + strict.decode(bytes.subarray(start));
}

export function join(parts: readonly Uint8Array[], total = parts.reduce((n, p) => n + p.length, 0)): Uint8Array {
  if (parts.length === 1) return parts[0]!;
  const out = new Uint8Array(total);
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** Lines without their newlines; a last line without one counts, an empty rest does not. */
export function splitLines(text: string): string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  if (lines[lines.length - 1] === '') lines.pop();
  return lines;
}

/** Capital letters, of a character one at a time as C has it: `ß` stays as it is. */
export function upperCase(text: string): string {
  const upper = text.toUpperCase();
  return upper.length === text.length ? upper : Array.from(text, (c) => (c.toUpperCase().length === c.length ? c.toUpperCase() : c)).join('');
}

/** Columns a terminal gives a character: 0 for combining marks, 2 for wide ones, else 1. */
export function charWidth(code: number): number {
  if (code < 0x300) return code < 32 || (code >= 0x7f && code < 0xa0) ? 0 : 1;
  if ((code >= 0x300 && code <= 0x36f) || (code >= 0x200b && code <= 0x200f) || (code >= 0xfe00 && code <= 0xfe0f) || (code >= 0x20d0 && code <= 0x20ff)) return 0;
  if (
    (code >= 0x1100 && code <= 0x115f) || (code >= 0x2e80 && code <= 0x303e) || (code >= 0x3041 && code <= 0xa4cf) || (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) || (code >= 0xfe30 && code <= 0xfe6f) || (code >= 0xff00 && code <= 0xff60) || (code >= 0xffe0 && code <= 0xffe6) ||
    (code >= 0x1f300 && code <= 0x1f64f) || (code >= 0x1f680 && code <= 0x1f6ff) || (code >= 0x1f900 && code <= 0x1f9ff) || (code >= 0x20000 && code <= 0x3fffd)
  ) return 2;
  return 1;
}

export function textWidth(text: string): number {
  let width = 0;
  for (const ch of text) width += charWidth(ch.codePointAt(0)!);
  return width;
}
