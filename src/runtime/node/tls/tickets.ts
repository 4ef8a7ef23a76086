/** Session tickets: what a server needs to resume a session, sealed with its ticket keys, so that servers that share the keys resume each other's. */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';

const TAG = 32;

export interface Ticket {
  /** No two are the same. */
  id: string;
  version: number;
  cipher: string;
  /** When it was made, in ms since the epoch. */
  born: number;
  sessionIdContext: string;
  /** Certificates the client had shown, base64 of DER. */
  clientChain: string[];
}

const utf8 = new TextEncoder();

export function sealTicket(keys: Uint8Array, ticket: Ticket): Uint8Array {
  const body = utf8.encode(JSON.stringify(ticket));
  const out = new Uint8Array(TAG + body.length);
  out.set(hmac(sha256, keys, body));
  out.set(body, TAG);
  return out;
}

/** Null when it was not sealed with these keys, is too old, or belongs to another kind of session. */
export function openTicket(keys: Uint8Array, sealed: Uint8Array, lifeSeconds: number, sessionIdContext: string): Ticket | null {
  const body = sealed.subarray(TAG);
  const tag = hmac(sha256, keys, body);
  if (sealed.length <= TAG || tag.some((byte, i) => byte !== sealed[i])) return null;
  const ticket = JSON.parse(new TextDecoder().decode(body)) as Ticket;
  return ticket.sessionIdContext === sessionIdContext && Date.now() - ticket.born < lifeSeconds * 1000 ? ticket : null;
}
