/** Distinguished names and general names of certificates, as OpenSSL and Node print them. */
import { type Der, DerReader, oidText, TAG } from '../asym/der.ts';

/** OpenSSL's short names of the attributes. */
const ATTRIBUTES: { readonly [oid: string]: string } = {
  '2.5.4.3': 'CN', '2.5.4.4': 'SN', '2.5.4.5': 'serialNumber', '2.5.4.6': 'C', '2.5.4.7': 'L', '2.5.4.8': 'ST', '2.5.4.9': 'street', '2.5.4.10': 'O', '2.5.4.11': 'OU', '2.5.4.12': 'title',
  '2.5.4.13': 'description', '2.5.4.15': 'businessCategory', '2.5.4.17': 'postalCode', '2.5.4.20': 'telephoneNumber', '2.5.4.41': 'name', '2.5.4.42': 'GN', '2.5.4.43': 'initials', '2.5.4.44': 'generationQualifier',
  '2.5.4.46': 'dnQualifier', '2.5.4.65': 'pseudonym', '2.5.4.97': 'organizationIdentifier', '1.2.840.113549.1.9.1': 'emailAddress', '1.2.840.113549.1.9.2': 'unstructuredName', '0.9.2342.19200300.100.1.25': 'DC',
  '0.9.2342.19200300.100.1.1': 'UID', '1.3.6.1.4.1.311.60.2.1.1': 'jurisdictionL', '1.3.6.1.4.1.311.60.2.1.2': 'jurisdictionST', '1.3.6.1.4.1.311.60.2.1.3': 'jurisdictionC',
};

export interface Attribute { oid: string; name: string; value: string; tag: number }
/** Relative distinguished names in order, each of one or more attributes. */
export interface Name { parts: Attribute[][]; der: Uint8Array }

const latin1 = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');

export function textOf({ tag, body }: Der): string {
  switch (tag) {
    case TAG.UTF8: return new TextDecoder().decode(body);
    case TAG.BMP: return new TextDecoder('utf-16be').decode(body);
    case TAG.UNIVERSAL_STRING: {
      let text = '';
      const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
      for (let at = 0; at + 4 <= body.length; at += 4) text += String.fromCodePoint(Math.min(view.getUint32(at), 0x10ffff));
      return text;
    }
    default: return latin1(body);
  }
}

export function readName(value: Der): Name {
  const parts: Attribute[][] = [];
  const r = new DerReader(value.body);
  while (!r.done) {
    const set = new DerReader(r.next(TAG.SET).body);
    const attributes: Attribute[] = [];
    while (!set.done) {
      const pair = set.sequence();
      const oid = pair.oid();
      const text = pair.next();
      attributes.push({ oid, name: ATTRIBUTES[oid] ?? oid, value: textOf(text), tag: text.tag });
    }
    parts.push(attributes);
  }
  return { parts, der: value.all };
}

/** RFC 2253's escapes, and control characters as \XX unless they are `kept`. */
function escaped(value: string, kept = false): string {
  return value.replace(/[\u0000-\u001f\u007f]|[,+"\\<>;]|^[# ]| $/g, (c) => (c < ' ' || c === '\u007f' ? kept ? c : `\\${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}` : `\\${c}`));
}

/** One attribute a line, as `X509Certificate.subject` shows it. */
export const multiline = (name: Name): string => name.parts.map((part) => part.map((a) => `${a.name}=${escaped(a.value)}`).join(' + ')).join('\n');

/** On one line and in reverse, as RFC 2253 writes it; control characters are left to `safely`. */
const rfc2253 = (name: Name): string => name.parts.toReversed().map((part) => part.map((a) => `${a.name}=${escaped(a.value, true)}`).join('+')).join(',');

/** Attributes by name; one that comes again makes an array. */
export function legacyName(name: Name): { [name: string]: string | string[] } {
  const out: { [name: string]: string | string[] } = Object.create(null);
  for (const { name: key, value } of name.parts.flat()) {
    const before = out[key];
    out[key] = before === undefined ? value : Array.isArray(before) ? [...before, value] : [before, value];
  }
  return out;
}

export type GeneralName =
  | { kind: 'dns' | 'email' | 'uri' | 'rid'; value: string }
  | { kind: 'ip'; bytes: Uint8Array }
  | { kind: 'dir'; name: Name }
  | { kind: 'other'; label?: string; text?: string };

const CONTEXT = 0x80, CONSTRUCTED = 0x20;

/** Names of other kinds that OpenSSL prints, and the kind of text each has. */
const OTHERS: { readonly [oid: string]: [name: string, tag: number] } = {
  '1.3.6.1.5.5.7.8.5': ['XmppAddr', TAG.UTF8], '1.3.6.1.5.5.7.8.7': ['SRVName', TAG.IA5], '1.3.6.1.5.5.7.8.8': ['NAIRealm', TAG.UTF8],
  '1.3.6.1.5.5.7.8.9': ['SmtpUTF8Mailbox', TAG.UTF8], '1.3.6.1.4.1.311.20.2.3': ['UPN', TAG.UTF8],
};

function readOther(r: DerReader): GeneralName {
  const [name, tag] = OTHERS[r.oid()] ?? [];
  const text = r.optional(CONTEXT | CONSTRUCTED);
  const inside = text && new DerReader(text.body).next();
  return name !== undefined && inside?.tag === tag ? { kind: 'other', label: name, text: textOf(inside) } : { kind: 'other' };
}

export function readGeneralName(value: Der): GeneralName {
  switch (value.tag & ~(CONTEXT | CONSTRUCTED)) {
    case 1: return { kind: 'email', value: latin1(value.body) };
    case 2: return { kind: 'dns', value: latin1(value.body) };
    case 4: return { kind: 'dir', name: readName(new DerReader(value.body).next(TAG.SEQUENCE)) };
    case 6: return { kind: 'uri', value: latin1(value.body) };
    case 7: return { kind: 'ip', bytes: value.body };
    case 8: return { kind: 'rid', value: oidText(value.body) };
    case 0: return readOther(new DerReader(value.body));
    default: return { kind: 'other' };
  }
}

export function readGeneralNames(bytes: Uint8Array): GeneralName[] {
  const r = new DerReader(bytes).sequence();
  const out: GeneralName[] = [];
  while (!r.done) out.push(readGeneralName(r.next()));
  return out;
}

/** Quoted like JSON when it could be taken for something else (CVE-2021-44532). */
function safely(prefix: string, value: string, unicode = false): string {
  const unsafe = unicode ? /["\\\u0000-\u001f,'\u007f]/g : /["\\\u0000-\u001f,'\u007f-\uffff]/g;
  if (value.search(unsafe) < 0) return `${prefix}${value}`;
  const inside = value.replace(unsafe, (c) => (c === '"' || c === '\\' ? `\\${c}` : `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`));
  return `${prefix.slice(0, prefix.indexOf(':') + 1)}"${prefix.slice(prefix.indexOf(':') + 1)}${inside}"`;
}

export function ipText(bytes: Uint8Array): string {
  if (bytes.length === 4) return bytes.join('.');
  if (bytes.length !== 16) return `<invalid length=${bytes.length}>`;
  return Array.from({ length: 8 }, (_, i) => ((bytes[2 * i]! << 8) | bytes[2 * i + 1]!).toString(16).toUpperCase()).join(':');
}

export function generalNameText(name: GeneralName): string {
  switch (name.kind) {
    case 'dns': return safely('DNS:', name.value);
    case 'email': return safely('email:', name.value);
    case 'uri': return safely('URI:', name.value);
    case 'ip': return `IP Address:${ipText(name.bytes)}`;
    case 'rid': return `Registered ID:${name.value}`;
    case 'dir': return safely('DirName:', rfc2253(name.name), true);
    default: return name.label === undefined ? 'othername:<unsupported>' : safely(`othername:${name.label}:`, name.text!, name.label !== 'SRVName');
  }
}

