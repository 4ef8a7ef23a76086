/** Node's text encodings for the client's `fs`, without Node's Buffer. */
import { invalidValue } from './errors.ts';

type Encoding = 'utf8' | 'utf16le' | 'latin1' | 'ascii' | 'hex' | 'base64' | 'base64url';

const NAMES: { [name: string]: Encoding } = {
  'utf8': 'utf8', 'utf-8': 'utf8', 'ucs2': 'utf16le', 'ucs-2': 'utf16le', 'utf16le': 'utf16le', 'utf-16le': 'utf16le',
  'latin1': 'latin1', 'binary': 'latin1', 'ascii': 'ascii', 'hex': 'hex', 'base64': 'base64', 'base64url': 'base64url',
};

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** @throws ApiError ERR_INVALID_ARG_VALUE for a name that Node does not know */
function encodingOf(name: unknown): Encoding {
  const encoding = typeof name === 'string' ? NAMES[name.toLowerCase()] : undefined;
  if (!encoding) throw invalidValue(`The argument 'encoding' is invalid encoding. Received ${typeof name === 'string' ? `'${name}'` : String(name)}`);
  return encoding;
}

/** Node looks at the encoding before it looks at the path. @throws ApiError */
export function checkEncoding(name: unknown): void {
  if (name && name !== 'buffer') encodingOf(name);
}

/** Bytes as `buffer.toString(encoding)` gives them. */
export function decodeText(bytes: Uint8Array, name: unknown): string {
  const encoding = encodingOf(name);
  switch (encoding) {
    case 'utf8': return utf8.decode(bytes);
    case 'utf16le': {
      // Not TextDecoder, which replaces surrogates without a partner; Node keeps them.
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      return characters(Array.from({ length: bytes.length >> 1 }, (_, i) => view.getUint16(i * 2, true)));
    }
    case 'hex': return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    case 'ascii': return characters(bytes.map((byte) => byte & 0x7f));
    case 'latin1': return characters(bytes);
    case 'base64': return btoa(characters(bytes));
    case 'base64url': return btoa(characters(bytes)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  }
}

/** Text as `Buffer.from(text, encoding)` turns it into bytes. */
export function encodeText(text: string, name: unknown): Uint8Array {
  const encoding = encodingOf(name);
  switch (encoding) {
    case 'utf8': return new TextEncoder().encode(text);
    case 'utf16le': {
      const out = new Uint8Array(text.length * 2);
      const view = new DataView(out.buffer);
      for (let i = 0; i < text.length; i++) view.setUint16(i * 2, text.charCodeAt(i), true);
      return out;
    }
    case 'hex': {
      // Node stops at the first pair that is not hexadecimal.
      const digits = /^(?:[0-9a-f]{2})*/i.exec(text)![0];
      return Uint8Array.from({ length: digits.length / 2 }, (_, i) => Number.parseInt(digits.slice(i * 2, i * 2 + 2), 16));
    }
    case 'ascii':
    case 'latin1': return Uint8Array.from({ length: text.length }, (_, i) => text.charCodeAt(i) & 0xff);
    case 'base64':
    case 'base64url': {
      const clean = text.replaceAll('-', '+').replaceAll('_', '/').replace(/=[^]*$/, '').replace(/[^A-Za-z0-9+/]/g, '');
      const binary = atob(clean.length % 4 === 1 ? clean.slice(0, -1) : clean);
      return Uint8Array.from({ length: binary.length }, (_, i) => binary.charCodeAt(i));
    }
  }
}

function characters(codes: ArrayLike<number>): string {
  const parts: string[] = [];
  for (let at = 0; at < codes.length; at += 8192) parts.push(String.fromCharCode(...Array.prototype.slice.call(codes, at, at + 8192)));
  return parts.join('');
}
