/** Whether a block of headers may stand in an HTTP/2 message (RFC 9113, 8.2 and 8.3), as nghttp2 checks it. */
import type { Field } from './hpack.ts';

const NAME = /^[!#$%&'*+\-.^_`|~0-9a-z]+$/;
// eslint-style note: control characters are what is looked for.
// eslint-disable-next-line no-control-regex
const BAD_VALUE = /[\x00-\x08\x0a-\x1f\x7f]/;
const FORBIDDEN = new Set(['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade']);
const REQUEST = new Set([':method', ':scheme', ':path', ':authority', ':protocol']);

export type BlockKind = 'request' | 'response' | 'trailers';

/** Fields a message may have; those that must be left out are removed. Null when the block is not allowed. */
export function checkedFields(fields: readonly Field[], kind: BlockKind): Field[] | null {
  const seen = new Set<string>();
  let regular = false;
  const kept: Field[] = [];
  for (const field of fields) {
    const { name, value } = field;
    if (name.startsWith(':')) {
      const allowed = kind === 'request' ? REQUEST.has(name) : kind === 'response' && name === ':status';
      if (!allowed || regular || seen.has(name)) return null;
      seen.add(name);
    } else {
      regular = true;
      if (!NAME.test(name) || FORBIDDEN.has(name) || (name === 'te' && value.toLowerCase() !== 'trailers')) return null;
      // A value with forbidden letters is dropped by itself.
      if (BAD_VALUE.test(value)) continue;
    }
    kept.push(field);
  }
  const valueOf = (name: string): string | undefined => kept.find((field) => field.name === name)?.value;
  if (kind === 'response') return /^\d{3}$/.test(valueOf(':status') ?? '') ? kept : null;
  if (kind === 'trailers') return kept;
  const connect = valueOf(':method') === 'CONNECT' && valueOf(':protocol') === undefined;
  if (!seen.has(':method') || (connect ? seen.has(':scheme') || seen.has(':path') || !seen.has(':authority') : !seen.has(':scheme') || !valueOf(':path'))) return null;
  return kept;
}

/** The body's length as the headers promise it, -1 when they do not. Null when they contradict themselves. */
export function promisedLength(fields: readonly Field[]): number | null {
  const values = fields.filter(({ name }) => name === 'content-length').map(({ value }) => value);
  if (values.length === 0) return -1;
  return values.length === 1 && /^\d{1,15}$/.test(values[0]!) ? Number(values[0]) : null;
}
