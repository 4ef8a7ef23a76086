/** Which server, and which part of it: what a person types, checked. */
import { AppError } from '../../shared/errors.ts';

/**
 * The address of a server's WebSocket in one spelling.
 * @throws AppError `invalid_address` for anything but `wss://`, and `ws://` to this machine: a password must not cross a network in the clear
 */
export function serverAddress(text: string): string {
  let url: URL;
  try {
    url = new URL(text.trim());
  } catch {
    throw new AppError('invalid_address', 'This is no address. Use one such as wss://peers.example.org or ws://localhost:9222.');
  }
  const here = url.hostname === 'localhost' || url.hostname.endsWith('.localhost') || url.hostname === '127.0.0.1' || url.hostname === '[::1]';
  if (url.protocol !== 'wss:' && !(url.protocol === 'ws:' && here)) throw new AppError('invalid_address', 'The address has to begin with wss:// (or with ws://localhost for a server on this machine).');
  if (url.username !== '' || url.password !== '') throw new AppError('invalid_address', 'User and password have fields of their own; the address is kept in plain text.');
  // The client adds a port of its own to an address that names none.
  const port = url.port || (url.protocol === 'wss:' ? '443' : '80');
  return `${url.protocol}//${url.hostname}:${port}${url.pathname}`;
}

/** What one team's project is called on the server. It says nothing of the two to who lists the server's names. */
export async function scopeOf(team: string, project: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify([team, project])));
  return [...new Uint8Array(digest, 0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
