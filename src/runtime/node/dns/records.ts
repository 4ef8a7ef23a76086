/** What Node's queries give for the records of an answer (cares_wrap.cc). */
import { addressIn, type DnsData, type DnsMessage, type DnsRecord, nameAt, number, RECORD, textAt, textsIn } from './message.ts';

/** `result` as `oncomplete` gets it, with the times to live where addresses were asked for; or c-ares' code. */
export type Answer = { result: unknown; ttls?: number[] } | { error: string };

const nameIn = ({ bytes, at }: DnsData): string => nameAt(bytes, at).name;

const READERS: { readonly [type: number]: (data: DnsData) => unknown } = {
  [RECORD.A]: (data) => addressIn(data, 4),
  [RECORD.Aaaa]: (data) => addressIn(data, 16),
  [RECORD.Ns]: nameIn,
  [RECORD.Cname]: nameIn,
  [RECORD.Ptr]: nameIn,
  [RECORD.Txt]: textsIn,
  [RECORD.Mx]: ({ bytes, at }) => ({ exchange: nameAt(bytes, at + 2).name, priority: number(bytes, at, 2), type: 'MX' }),
  [RECORD.Srv]: ({ bytes, at }) => ({ name: nameAt(bytes, at + 6).name, port: number(bytes, at + 4, 2), priority: number(bytes, at, 2), weight: number(bytes, at + 2, 2), type: 'SRV' }),
  [RECORD.Soa]({ bytes, at }) {
    const first = nameAt(bytes, at), second = nameAt(bytes, first.end);
    const [serial, refresh, retry, expire, minttl] = [0, 4, 8, 12, 16].map((offset) => number(bytes, second.end + offset, 4));
    return { nsname: first.name, hostmaster: second.name, serial, refresh, retry, expire, minttl };
  },
  [RECORD.Naptr]({ bytes, at, end }) {
    const texts: string[] = [];
    let next = at + 4;
    for (let i = 0; i < 3; i++) {
      const length = number(bytes, next, 1);
      texts.push(textAt(bytes, next + 1, length));
      next += 1 + length;
    }
    if (next > end) throw new RangeError('the record ends too soon');
    return { flags: texts[0], service: texts[1], regexp: texts[2], replacement: nameAt(bytes, next).name, order: number(bytes, at, 2), preference: number(bytes, at + 2, 2) };
  },
  [RECORD.Tlsa]: ({ bytes, at, end }) => ({ certUsage: number(bytes, at, 1), selector: number(bytes, at + 1, 1), match: number(bytes, at + 2, 1), data: bytes.slice(at + 3, end).buffer }),
  [RECORD.Caa]({ bytes, at, end }) {
    const length = number(bytes, at + 1, 1);
    return { critical: number(bytes, at, 1), type: 'CAA', [textAt(bytes, at + 2, length)]: textAt(bytes, at + 2 + length, end - at - 2 - length) };
  },
};

/** In the order in which `resolveAny` lists them, and what it calls the value of those that have one. */
const OF_ANY: readonly (readonly [name: keyof typeof RECORD, field: string])[] = [
  ['A', 'address'], ['Cname', 'value'], ['Aaaa', 'address'], ['Mx', ''], ['Ns', 'value'], ['Txt', 'entries'], ['Srv', ''], ['Ptr', 'value'], ['Naptr', ''], ['Soa', ''], ['Tlsa', ''], ['Caa', ''],
];

/** c-ares' codes for those of servers. */
const CODES = ['', 'EFORMERR', 'ESERVFAIL', 'ENOTFOUND', 'ENOTIMP', 'EREFUSED'];

/** What an answer says to one query. */
export function answerFor(kind: keyof typeof RECORD, { code, records }: DnsMessage): Answer {
  // Of a code that it does not know c-ares makes nothing.
  if (CODES[code]) return { error: CODES[code] };
  // Addresses last no longer than the alias that led to them.
  const aliased = Math.min(...records.filter(({ type }) => type === RECORD.Cname).map(({ ttl }) => ttl));
  const read = ({ type, data }: DnsRecord): unknown => READERS[type]!(data);
  const of = (name: keyof typeof RECORD): DnsRecord[] => records.filter(({ type }) => type === RECORD[name]);
  try {
    if (kind === 'Any') {
      // Where there are aliases they stand in the place of the IPv4 addresses.
      const all = OF_ANY.filter(([name]) => name !== 'A' || aliased === Infinity).flatMap(([name, field]) => of(name).map((record) => {
        const value = read(record);
        const timed = name === 'A' || name === 'Aaaa' ? { ttl: Math.min(record.ttl, aliased) } : {};
        return { ...(field === '' ? value as object : { [field]: value }), ...timed, type: name.toUpperCase() };
      }));
      return all.length > 0 ? { result: all } : { error: 'ENODATA' };
    }
    const found = of(kind);
    if (found.length === 0) return { error: 'ENODATA' };
    if (kind === 'Soa') return { result: read(found[0]!) };
    return { result: found.map(read), ...(kind === 'A' || kind === 'Aaaa' ? { ttls: found.map(({ ttl }) => Math.min(ttl, aliased)) } : {}) };
  } catch (error) {
    if (error instanceof RangeError) return { error: 'EBADRESP' };
    throw error;
  }
}
