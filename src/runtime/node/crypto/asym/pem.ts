/** PEM (RFC 7468, and RFC 1421's headers for encrypted keys of old). */

export interface PemBlock { label: string; headers: Map<string, string>; bytes: Uint8Array }

const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----[ \t]*\r?\n([\s\S]*?)-----END \1-----/g;

/** Every block of the text; text around them is ignored. */
export function* pemBlocks(text: string): Generator<PemBlock> {
  for (const [, label, inside] of text.matchAll(BLOCK)) {
    const headers = new Map<string, string>();
    let body = inside!;
    const blank = /\r?\n[ \t]*\r?\n/.exec(body);
    if (blank && body.slice(0, blank.index).includes(':')) {
      for (const line of body.slice(0, blank.index).split(/\r?\n(?![ \t])/)) {
        const colon = line.indexOf(':');
        if (colon > 0) headers.set(line.slice(0, colon).trim(), line.slice(colon + 1).trim());
      }
      body = body.slice(blank.index + blank[0].length);
    }
    const bytes = base64(body);
    if (bytes) yield { label: label!, headers, bytes };
  }
}

/** The bytes, or null when it is not base64. */
export function base64(text: string): Uint8Array | null {
  const clean = text.replace(/[\s]+/g, '');
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(clean) || clean.replace(/=+$/, '').length % 4 === 1) return null;
  const binary = atob(clean.replace(/=+$/, ''));
  const out = new Uint8Array(binary.length);
  for (let i = 0; i < out.length; i++) out[i] = binary.charCodeAt(i);
  return out;
}

export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

export function pem(label: string, bytes: Uint8Array, headers = ''): string {
  const lines = toBase64(bytes).replace(/.{64}(?=.)/g, '$&\n');
  return `-----BEGIN ${label}-----\n${headers}${lines}\n-----END ${label}-----\n`;
}
