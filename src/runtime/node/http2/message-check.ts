/** Whether a block of headers may stand in an HTTP/2 message (RFC 9113, 8.2 and 8.3), as nghttp2 checks it. */
import type { Field } from './hpack.ts';

export type BlockKind = 'request' | 'response' | 'trailers';

export interface CheckRules {
  /** A value that begins or ends with white space is left out. */
  strictSpace: boolean;
  /** `:protocol` is allowed (RFC 8441). */
  connectProtocol: boolean;
}

const NAME = /^:?[!#$%&'*+\-.^_`|~0-9a-z]+$/;
// Control characters are what is looked for.
// eslint-disable-next-line no-control-regex
const BAD_VALUE = /[\x00-\x08\x0a-\x1f\x7f]/;
const EDGE_SPACE = /^[\t ]|[\t ]$/;
const BLANK = /^[\t ]*$/;
const FORBIDDEN = new Set(['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade']);
const REQUEST = new Set([':method', ':scheme', ':path', ':authority', ':protocol']);
/** Values of these are held to a narrower set of letters; one that is wrong is a fault with a pseudo header, and left out with any other. */
const SHAPES = new Map<string, RegExp>([
  [':authority', /^[!$%&'()*+,\-.:;=@[\]_~0-9A-Za-z]*$/],
  ['host', /^[!$%&'()*+,\-.:;=@[\]_~0-9A-Za-z]*$/],
  [':scheme', /^[A-Za-z][A-Za-z0-9+\-.]*$/],
  [':method', /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/],
  [':path', /^[\x21-\x7e\x80-\xff]*$/],
]);

function isGoodValue(name: string, value: string, rules: CheckRules): boolean {
  const shape = SHAPES.get(name);
  if (shape) return shape.test(value);
  return !BAD_VALUE.test(value) && !(rules.strictSpace && EDGE_SPACE.test(value));
}

/** Fields a message may have; those that must be left out are removed. Null when the block is not allowed. */
export function checkedFields(fields: readonly Field[], kind: BlockKind, rules: CheckRules): Field[] | null {
  const seen = new Set<string>();
  let regular = false;
  const kept: Field[] = [];
  for (const field of fields) {
    const { name, value } = field;
    const pseudo = name.startsWith(':');
    if (!NAME.test(name) || !isGoodValue(name, value, rules)) {
      if (pseudo || /[A-Z]/.test(name)) return null;
      regular = true;
      continue;
    }
    if (pseudo) {
      const allowed = kind === 'request' ? REQUEST.has(name) && (name !== ':protocol' || rules.connectProtocol) : kind === 'response' && name === ':status';
      if (!allowed || regular || seen.has(name) || BLANK.test(value)) return null;
    } else {
      regular = true;
      if (FORBIDDEN.has(name) || (name === 'te' && value.toLowerCase() !== 'trailers')) return null;
      if (name === 'host' && kind === 'request' && (seen.has(name) || BLANK.test(value))) return null;
    }
    seen.add(name);
    kept.push(field);
  }
  if (kind === 'trailers') return kept;
  const valueOf = (name: string): string | undefined => kept.find((field) => field.name === name)?.value;
  return (kind === 'response' ? isResponse(valueOf(':status') ?? '', seen) : isRequest(valueOf, seen)) ? kept : null;
}

function isResponse(status: string, seen: ReadonlySet<string>): boolean {
  // Switching protocols is not HTTP/2's, and an answer that only informs has no body.
  return /^\d{3}$/.test(status) && status !== '101' && !(status.startsWith('1') && seen.has('content-length'));
}

function isRequest(valueOf: (name: string) => string | undefined, seen: ReadonlySet<string>): boolean {
  const method = valueOf(':method'), path = valueOf(':path') ?? '';
  if (method === undefined) return false;
  if (method === 'CONNECT' && !seen.has(':protocol')) return !seen.has(':scheme') && !seen.has(':path') && seen.has(':authority');
  if (!seen.has(':scheme') || path === '' || !(seen.has(':authority') || seen.has('host'))) return false;
  if (seen.has(':protocol') && (method !== 'CONNECT' || !seen.has(':authority'))) return false;
  return !/^https?$/i.test(valueOf(':scheme')!) || path.startsWith('/') || (method === 'OPTIONS' && path === '*');
}

/** The body's length as the headers promise it, -1 when they do not. Null when they contradict themselves. */
export function promisedLength(fields: readonly Field[]): number | null {
  const values = fields.filter(({ name }) => name === 'content-length').map(({ value }) => value);
  if (values.length === 0) return -1;
  return values.length === 1 && /^\d{1,15}$/.test(values[0]!) ? Number(values[0]) : null;
}
