/** Messages of the handshake within the sandbox, and what a server answers. They carry what TLS's own carry, as JSON in handshake records. */
import { type Abilities, chooseCipher, type Cipher } from './cipher-suites.ts';
import type { Group } from './groups.ts';
import { ALERT } from './records.ts';
import { sslError } from './ssl-errors.ts';

export interface ClientHello {
  t: 'client-hello';
  random: string;
  servername: string;
  alpn: string[];
  minimum: number;
  maximum: number;
  ciphers: string[];
  /** Null: OpenSSL's own. */
  groups: string[] | null;
  /** Base64 of a ticket of an earlier session, or ''. */
  ticket: string;
  ocsp: boolean;
}

export interface ServerHello {
  t: 'server-hello';
  random: string;
  version: number;
  cipher: Cipher;
  /** Null where the key is not ephemeral. */
  group: Group | null;
  alpn: string | null;
  resumed: boolean;
  requestCert: boolean;
  /** Base64 of DER, the server's own first. */
  chain: string[];
  ocsp: string;
}

export interface ClientFinished { t: 'client-finished'; chain: string[] }
/** Before TLS 1.3 the last message of a handshake, then '' where there are no tickets. */
export interface NewTicket { t: 'ticket'; ticket: string }
export type Message = ClientHello | ServerHello | ClientFinished | NewTicket;

const MAGIC = 'tabloom-tls ';

export function encodeMessage(message: Message): Uint8Array {
  return new TextEncoder().encode(MAGIC + JSON.stringify(message));
}

const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every((item) => typeof item === 'string');

/** Null for anything else: the peer is a program, and may send what it likes. */
export function decodeMessage(payload: Uint8Array): Message | null {
  const text = new TextDecoder().decode(payload);
  if (!text.startsWith(MAGIC)) return null;
  let m: Partial<{ [name: string]: unknown }>;
  try {
    m = JSON.parse(text.slice(MAGIC.length)) as typeof m;
  } catch {
    return null;
  }
  const cipher = m['cipher'] as Partial<Cipher> | undefined;
  const valid = m['t'] === 'client-hello' ? isTexts([m['random'], m['servername'], m['ticket']]) && isTexts(m['alpn']) && isTexts(m['ciphers']) && (m['groups'] === null || isTexts(m['groups'])) && typeof m['minimum'] === 'number' && typeof m['maximum'] === 'number'
    : m['t'] === 'server-hello' ? isTexts([m['random'], m['ocsp'], cipher?.name, cipher?.standardName, cipher?.version]) && isTexts(m['chain']) && typeof m['version'] === 'number' && (m['alpn'] === null || typeof m['alpn'] === 'string')
      : m['t'] === 'client-finished' ? isTexts(m['chain'])
        : m['t'] === 'ticket' && typeof m['ticket'] === 'string';
  return valid ? m as unknown as Message : null;
}

/** What a server refuses with: the alert for the client, the error for itself. */
export class Refusal extends Error {
  readonly alert: number;
  readonly error: Error;
  constructor(alert: number, error: Error) {
    super(error.message);
    this.alert = alert;
    this.error = error;
  }
}

interface Range { minimum: number; maximum: number }

/** OpenSSL's options that forbid versions, from TLS 1.0 on. */
const FORBIDS = [0x04000000, 0x10000000, 0x08000000, 0x20000000];

/** The versions a context allows. */
export function versionsOf({ minimum, maximum, options }: Range & { options: number }): Range {
  const allowed = FORBIDS.map((bit, i) => ((options & bit) === 0 ? 0x0301 + i : 0)).filter((version) => version >= minimum && version <= (maximum || 0x0304));
  return { minimum: allowed[0] ?? 0x0304, maximum: allowed.at(-1) ?? 0x0300 };
}

/** The version both can speak. @throws Refusal */
export function chooseVersion(server: Range, client: Range): number {
  if (server.minimum > server.maximum) throw new Refusal(ALERT.PROTOCOL_VERSION, sslError('no protocols available'));
  const version = Math.min(server.maximum, client.maximum || 0x0304);
  if (version < server.minimum || version < client.minimum) throw new Refusal(ALERT.PROTOCOL_VERSION, sslError('unsupported protocol'));
  return version;
}

/** @throws Refusal */
export function agreeOnCipher(version: number, preferred: string[], other: string[], abilities: Abilities): { cipher: Cipher; kind: string } {
  const found = chooseCipher(version, preferred, other, abilities);
  if (found) return found;
  // With TLS 1.3 suites and keys have nothing to do with each other.
  const keyless = version >= 0x0304 && abilities.kinds.length === 0;
  throw new Refusal(ALERT.HANDSHAKE_FAILURE, sslError(keyless ? 'no suitable signature algorithm' : 'no shared cipher'));
}

/** The protocol of ALPN: the first of the server's that the client offers. @throws Refusal when both have some and none in common */
export function agreeOnProtocol(server: string[], client: string[]): string | null {
  if (server.length === 0 || client.length === 0) return null;
  const found = server.find((name) => client.includes(name));
  if (found === undefined) throw new Refusal(ALERT.NO_APPLICATION_PROTOCOL, sslError('no application protocol'));
  return found;
}

/** Protocol names as `tls.convertALPNProtocols` packs them. */
export function unpackProtocols(packed: Uint8Array): string[] {
  const names: string[] = [];
  for (let at = 0; at < packed.length; at += 1 + packed[at]!) names.push(String.fromCharCode(...packed.subarray(at + 1, at + 1 + packed[at]!)));
  return names;
}

export function packProtocols(names: string[]): Uint8Array {
  return new Uint8Array(names.flatMap((name) => [name.length, ...[...name].map((letter) => letter.charCodeAt(0))]));
}
