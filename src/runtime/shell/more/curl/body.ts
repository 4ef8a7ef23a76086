/** Bodies of requests: `-d` in its kinds, `-F`, `-T`. */
import { SysError } from '../../../abi/errno.ts';
import type { Context } from '../../run/context.ts';
import { encode, join } from '../../text.ts';
import { TransferError } from './connection.ts';
import type { Settings } from './options.ts';

export interface Body { bytes: Uint8Array; type: string | null }

const concat = (parts: Uint8Array[]): Uint8Array => join(parts, parts.reduce((sum, { length }) => sum + length, 0));

/** A file's contents; `-` is standard input. @throws TransferError 26 */
export function contents(ctx: Context, path: string): Uint8Array {
  if (path === '-') {
    const parts: Uint8Array[] = [];
    for (let chunk = ctx.stdin.chunk(); chunk; chunk = ctx.stdin.chunk()) parts.push(chunk.slice());
    return concat(parts);
  }
  try {
    return ctx.sys.readFile(path);
  } catch (e) {
    if (e instanceof SysError) throw new TransferError(26, `Failed to open ${path}`);
    throw e;
  }
}

/** As curl writes it: small letters, and a plus for a space. */
const quoted = (text: string): string => encodeURIComponent(text).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`).replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()).replaceAll('%20', '+');

function datum(ctx: Context, kind: string, text: string): Uint8Array {
  if (kind === 'data-raw') return encode(text);
  if (kind === 'data-urlencode') {
    const [, name = '', sign = '', value = text] = /^([^=@]*)([=@])([\s\S]*)$/.exec(text) ?? [];
    const content = sign === '@' ? new TextDecoder().decode(contents(ctx, value)) : value;
    return encode(name === '' ? quoted(content) : `${name}=${quoted(content)}`);
  }
  if (!text.startsWith('@')) return encode(text);
  const bytes = contents(ctx, text.slice(1));
  // Of text files the line ends are left out, as curl does.
  return kind === 'data-binary' || kind === 'json' ? bytes : bytes.filter((byte) => byte !== 10 && byte !== 13 && byte !== 0);
}

/** What `-d` and its relatives make together. */
export function dataOf(ctx: Context, { data }: Settings): Uint8Array {
  const parts: Uint8Array[] = [];
  for (const [i, { kind, text }] of data.entries()) {
    if (i > 0 && kind !== 'json') parts.push(encode('&'));
    parts.push(datum(ctx, kind, text));
  }
  return concat(parts);
}

const TYPES: { [ending: string]: string } = { txt: 'text/plain', html: 'text/html', jpg: 'image/jpeg', jpeg: 'image/jpeg', png: 'image/png', gif: 'image/gif', svg: 'image/svg+xml', pdf: 'application/pdf', xml: 'application/xml' };

function formOf(ctx: Context, { forms }: Settings, boundary: string): Uint8Array {
  const parts: Uint8Array[] = [];
  for (const { text, literal } of forms) {
    const equals = text.indexOf('=');
    if (equals < 0) throw new TransferError(2, `Illegally formatted input field`);
    const name = text.slice(0, equals);
    let value = text.slice(equals + 1);
    const isFile = !literal && /^[@<]/.test(value);
    const asFile = !literal && value.startsWith('@');
    let type: string | undefined, filename: string | undefined;
    if (!literal) {
      const extra = /^(.*?)((?:;(?:type|filename|headers|encoder)=[^;]*)+)$/.exec(value);
      if (extra) {
        value = extra[1]!;
        for (const [, key, setting] of extra[2]!.matchAll(/;(\w+)=([^;]*)/g)) {
          if (key === 'type') type = setting;
          else if (key === 'filename') filename = setting!.replace(/^"(.*)"$/, '$1');
        }
      }
    }
    const path = value.slice(1);
    const bytes = isFile ? contents(ctx, path) : encode(value);
    if (asFile) {
      filename ??= path === '-' ? '-' : path.replace(/^.*\//, '');
      type ??= TYPES[filename.replace(/^.*\./, '').toLowerCase()] ?? 'application/octet-stream';
    }
    const escaped = (s: string): string => s.replace(/"/g, '%22');
    parts.push(encode(`--${boundary}\r\nContent-Disposition: form-data; name="${escaped(name)}"${filename === undefined ? '' : `; filename="${escaped(filename)}"`}\r\n${type ? `Content-Type: ${type}\r\n` : ''}\r\n`), bytes, encode('\r\n'));
  }
  parts.push(encode(`--${boundary}--\r\n`));
  return concat(parts);
}

/** Null when there is none. */
export function bodyOf(ctx: Context, settings: Settings): Body | null {
  const upload = settings.values.get('upload-file');
  if (upload !== undefined) return { bytes: contents(ctx, upload), type: null };
  if (settings.forms.length > 0) {
    const boundary = `------------------------${Array.from({ length: 22 }, () => Math.floor(Math.random() * 36).toString(36)).join('')}`;
    return { bytes: formOf(ctx, settings, boundary), type: `multipart/form-data; boundary=${boundary}` };
  }
  if (settings.data.length === 0 || settings.flags.has('get')) return null;
  return { bytes: dataOf(ctx, settings), type: 'application/x-www-form-urlencoded' };
}
