/** Node's string encodings: text to bytes and back. Names as `Buffer` normalises them. */

/** Numbers used by the bindings (`string_decoder.encodings`). */
export const ENCODINGS = ['ascii', 'utf8', 'base64', 'utf16le', 'latin1', 'hex', 'buffer', 'base64url'];

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Engines of 2025 and later convert by themselves; the types of TypeScript's library do not know it yet. */
interface NativeCodecs { toHex?(): string; toBase64?(options: { alphabet: 'base64' | 'base64url'; omitPadding: boolean }): string }
type NativeFromBase64 = (text: string, options: { alphabet: 'base64' | 'base64url'; lastChunkHandling: 'loose' }) => Uint8Array;
const fromHex = (Uint8Array as unknown as { fromHex?: (text: string) => Uint8Array }).fromHex?.bind(Uint8Array);
const fromBase64 = (Uint8Array as unknown as { fromBase64?: NativeFromBase64 }).fromBase64?.bind(Uint8Array);

/** The bytes of a view or buffer, as a plain Uint8Array over the same memory. */
export function bytesOf(value: ArrayBufferView | ArrayBufferLike): Uint8Array {
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  return (value as { detached?: boolean }).detached ? new Uint8Array() : new Uint8Array(value);
}

/** The decoders of the browser refuse shared memory. */
export function unshared(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return (bytes.buffer instanceof SharedArrayBuffer ? bytes.slice() : bytes) as Uint8Array<ArrayBuffer>;
}

export function encodeString(text: string, encoding: string): Uint8Array {
  switch (encoding.toLowerCase()) {
    case 'ascii': case 'latin1': case 'binary': return latin1Bytes(text);
    case 'utf16le': case 'ucs2': case 'ucs-2': case 'utf-16le': return utf16Bytes(text);
    case 'hex': return hexBytes(text);
    case 'base64': case 'base64url': return base64Bytes(text);
    default: return encoder.encode(text);
  }
}

export function decodeBytes(bytes: Uint8Array, encoding: string): string {
  switch (encoding) {
    case 'ascii': return asciiText(bytes);
    case 'latin1': return latin1Text(bytes);
    case 'utf16le': return utf16Text(bytes);
    case 'hex': return hexText(bytes);
    case 'base64': return base64Text(bytes, false);
    case 'base64url': return base64Text(bytes, true);
    default: return utf8Text(bytes);
  }
}

export function utf8Text(bytes: Uint8Array): string {
  const n = bytes.length;
  if (n < 24) {
    let text = '';
    for (let i = 0; i < n; i++) {
      const c = bytes[i]!;
      if (c > 127) return decoder.decode(unshared(bytes));
      text += String.fromCharCode(c);
    }
    return text;
  }
  return checkDecoded(decoder.decode(unshared(bytes)), bytes);
}

/** What V8 holds in one string at most (`buffer.constants.MAX_STRING_LENGTH`). */
const MAX_STRING = 0x1fffffe8;

/** Node's error for a text that no string can hold. The engine's own differ, and its UTF-8 decoder gives an empty text instead. */
export function tooLong(): Error {
  return Object.assign(new Error(`Cannot create a string longer than 0x${MAX_STRING.toString(16)} characters`), { code: 'ERR_STRING_TOO_LONG' });
}

function checkLength(characters: number): void {
  if (characters > MAX_STRING) throw tooLong();
}

/** A long text out of a decoder of the browser's: empty bytes alone make an empty one. */
export function checkDecoded(text: string, bytes: Uint8Array): string {
  if (text === '' && bytes.length > MAX_STRING) throw tooLong();
  return text;
}

const CHUNK = 8192;

export function latin1Text(bytes: Uint8Array): string {
  if (bytes.length <= CHUNK) return String.fromCharCode.apply(null, bytes as unknown as number[]);
  checkLength(bytes.length);
  let text = '';
  for (let i = 0; i < bytes.length; i += CHUNK) text += String.fromCharCode.apply(null, bytes.subarray(i, i + CHUNK) as unknown as number[]);
  return text;
}

/** Whether no byte is above 127; words of four are looked at where the memory allows it. */
export function isAscii(bytes: Uint8Array): boolean {
  let i = 0;
  const lead = bytes.length < 8 ? bytes.length : (4 - (bytes.byteOffset % 4)) % 4;
  for (; i < lead; i++) if (bytes[i]! > 127) return false;
  if (lead === bytes.length) return true;
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset + lead, (bytes.length - lead) >> 2);
  for (let w = 0; w < words.length; w++) if ((words[w]! & 0x80808080) !== 0) return false;
  for (i = lead + words.length * 4; i < bytes.length; i++) if (bytes[i]! > 127) return false;
  return true;
}

export function asciiText(bytes: Uint8Array): string {
  // Each byte without its top bit; most texts have none to begin with.
  if (isAscii(bytes)) return latin1Text(bytes);
  const plain = new Uint8Array(bytes.length);
  for (let i = 0; i < plain.length; i++) plain[i] = bytes[i]! & 0x7f;
  return latin1Text(plain);
}

/** TextDecoder would replace lone surrogates; JavaScript strings, and Node, keep them. */
export function utf16Text(bytes: Uint8Array): string {
  const n = Math.floor(bytes.length / 2);
  checkLength(n);
  const units = bytes.byteOffset % 2 === 0 ? new Uint16Array(bytes.buffer, bytes.byteOffset, n) : new Uint16Array(bytes.slice(0, n * 2).buffer);
  let text = '';
  for (let i = 0; i < n; i += CHUNK) text += String.fromCharCode.apply(null, units.subarray(i, i + CHUNK) as unknown as number[]);
  return text;
}

const HEX = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, '0'));

export function hexText(bytes: Uint8Array): string {
  checkLength(bytes.length * 2);
  const native = bytes as Uint8Array & NativeCodecs;
  if (native.toHex !== undefined && !(bytes.buffer instanceof SharedArrayBuffer)) return native.toHex();
  let text = '';
  for (let i = 0; i < bytes.length; i++) text += HEX[bytes[i]!];
  return text;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

export function base64Text(bytes: Uint8Array, url: boolean): string {
  checkLength(url ? Math.ceil(bytes.length * 4 / 3) : Math.ceil(bytes.length / 3) * 4);
  const native = bytes as Uint8Array & NativeCodecs;
  if (native.toBase64 !== undefined && !(bytes.buffer instanceof SharedArrayBuffer)) return native.toBase64({ alphabet: url ? 'base64url' : 'base64', omitPadding: url });
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const n = (bytes[i]! << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    const left = bytes.length - i;
    text += ALPHABET[n >> 18]! + ALPHABET[(n >> 12) & 63]! + (left > 1 ? ALPHABET[(n >> 6) & 63]! : '=') + (left > 2 ? ALPHABET[n & 63]! : '=');
  }
  return url ? text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') : text;
}

export function latin1Bytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

export function utf16Bytes(text: string): Uint8Array {
  const units = new Uint16Array(text.length);
  for (let i = 0; i < text.length; i++) units[i] = text.charCodeAt(i);
  return new Uint8Array(units.buffer);
}

const hexDigit = (c: number): number => (c >= 48 && c <= 57 ? c - 48 : c >= 97 && c <= 102 ? c - 87 : c >= 65 && c <= 70 ? c - 55 : -1);

/** Reads up to the first pair that is not hexadecimal, as Node does. */
export function hexBytes(text: string): Uint8Array {
  if (fromHex && text.length % 2 === 0) {
    try {
      return fromHex(text);
    } catch {
      // Not all of it is hexadecimal.
    }
  }
  const bytes = new Uint8Array(text.length >> 1);
  for (let i = 0; i < bytes.length; i++) {
    const high = hexDigit(text.charCodeAt(2 * i)), low = hexDigit(text.charCodeAt(2 * i + 1));
    if (high < 0 || low < 0) return bytes.subarray(0, i);
    bytes[i] = (high << 4) | low;
  }
  return bytes;
}

const VALUES = new Int8Array(256).fill(-1);
for (let i = 0; i < 64; i++) VALUES[ALPHABET.charCodeAt(i)] = i;
VALUES[45] = 62;
VALUES[95] = 63;

/** Both alphabets; characters of neither are skipped, and a padding character ends the text. */
export function base64Bytes(text: string): Uint8Array {
  if (fromBase64 !== undefined && text.length > 64) {
    try {
      return fromBase64(text, { alphabet: /[-_]/.test(text) ? 'base64url' : 'base64', lastChunkHandling: 'loose' });
    } catch {
      // Not well formed: the forgiving way below.
    }
  }
  const bytes = new Uint8Array(Math.ceil(text.length * 3 / 4));
  let out = 0, bits = 0, n = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 61) break;
    const value = c < 256 ? VALUES[c]! : -1;
    if (value < 0) continue;
    n = (n << 6) | value;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[out++] = (n >> bits) & 255;
      n &= (1 << bits) - 1;
    }
  }
  return bytes.subarray(0, out);
}
