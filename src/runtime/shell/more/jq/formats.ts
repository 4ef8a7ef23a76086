/** `@base64` and its like. */
import { decode, encode } from '../../text.ts';
import { described, JqError, type Json, write } from './values.ts';

const text = (v: Json): string => (typeof v === 'string' ? v : write(v));

function row(v: Json, what: string, cell: (item: Json) => string, joiner: string): string {
  if (!Array.isArray(v)) throw new JqError(`${described(v)} cannot be ${what}-formatted, only an array can be`);
  return v.map(cell).join(joiner);
}

function scalar(v: Json, what: string, quote: (s: string) => string): string {
  if (typeof v === 'string') return quote(v);
  if (v === null) return what === 'sh' ? 'null' : '';
  if (typeof v === 'object') throw new JqError(what === 'sh' ? `${described(v)} can not be escaped for shell` : `${described(v)} is not valid in a ${what} row`);
  return write(v);
}

/** @throws JqError for an unknown format or a value that it does not take */
export function formatValue(name: string, v: Json): string {
  switch (name) {
    case '@text': return text(v);
    case '@json': return write(v);
    case '@html': return text(v).replace(/[<>&'"]/g, (c) => ({ '<': '&lt;', '>': '&gt;', '&': '&amp;', "'": '&#39;', '"': '&quot;' })[c]!);
    case '@uri': return Array.from(encode(text(v)), (b) => (/[A-Za-z0-9\-_.~]/.test(String.fromCharCode(b)) && b < 128 ? String.fromCharCode(b) : `%${b.toString(16).toUpperCase().padStart(2, '0')}`)).join('');
    case '@csv': return row(v, 'csv', (item) => scalar(item, 'csv', (s) => `"${s.replaceAll('"', '""')}"`), ',');
    case '@tsv': return row(v, 'tsv', (item) => scalar(item, 'tsv', (s) => s.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r')), '\t');
    case '@sh': {
      const quote = (item: Json): string => scalar(item, 'sh', (s) => `'${s.replaceAll("'", "'\\''")}'`);
      return Array.isArray(v) ? v.map(quote).join(' ') : quote(v);
    }
    case '@base64': return btoa(String.fromCharCode(...encode(text(v))));
    case '@base64d': {
      const source = text(v).replace(/=+$/, '').replace(/\s/g, '');
      if (!/^[A-Za-z0-9+/]*$/.test(source) || source.length % 4 === 1) throw new JqError(`${described(v)} is not valid base64 data`);
      return decode(Uint8Array.from(atob(source), (c) => c.charCodeAt(0))).replace(/[\udc80-\udcff]/g, '\ufffd');
    }
    case '@base32': {
      const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
      const bits = Array.from(encode(text(v)), (b) => b.toString(2).padStart(8, '0')).join('');
      const out = (bits.match(/.{1,5}/g) ?? []).map((b) => alphabet[parseInt(b.padEnd(5, '0'), 2)]).join('');
      return out.padEnd(Math.ceil(out.length / 8) * 8, '=');
    }
    case '@base32d': {
      const bits = [...text(v).replace(/=+$/, '')].map((c) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c).toString(2).padStart(5, '0')).join('');
      return decode(Uint8Array.from(bits.match(/.{8}/g) ?? [], (b) => parseInt(b, 2)));
    }
    default: throw new JqError(`${name.slice(1)} is not a valid format`);
  }
}

