/**
 * Cookies of previews that have an age, over a reload of the page: as long as what pages keep in `localStorage`, which lies on the previews' own origins. Not there too, because a page's scripts
 * must not see those for servers alone (HttpOnly). They are kept under the id of one sandbox. An embedder that
 * names no project of its own (`configureAPIKey`) shares that id, as it shares the previews' origins, between folders of one name.
 */
import type { KeptCookie, PortCookies } from '../preview/messages.ts';

const PREFIX = 'tabloom-preview-cookies:';
/** Characters for one sandbox. One that has more keeps those of its last ports. */
const MAX_LENGTH = 512 * 1024;

/** What is kept for a sandbox; nothing where the browser refuses storage. Throws what is past its age out, of all of them. */
export function keptCookies(id: string): PortCookies {
  try {
    for (const key of Object.keys(localStorage).filter((one) => one.startsWith(PREFIX))) write(key, read(key));
    return read(PREFIX + id);
  } catch {
    return [];
  }
}

export function keepCookies(id: string, port: number, cookies: KeptCookie[]): void {
  try {
    write(PREFIX + id, [...read(PREFIX + id).filter(([other]) => other !== port), [port, cookies]]);
  } catch {
    // Storage is refused, or full: then they last as long as the sandbox.
  }
}

function read(key: string): PortCookies {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '[]') as PortCookies;
  } catch {
    return [];
  }
}

/** A kernel that a program took over may send anything; what it sent must not hinder other sandboxes. */
const isOfPort = (value: unknown): value is PortCookies[number] => Array.isArray(value) && value.length === 2 && Number.isInteger(value[0]) && Array.isArray(value[1]) && value[1].every(isCookie);
const isCookie = (value: unknown): value is KeptCookie => {
  const { name, value: text, path, httpOnly, expiresMs } = (value ?? {}) as { [field in keyof KeptCookie]?: unknown };
  return typeof name === 'string' && typeof text === 'string' && typeof path === 'string' && typeof httpOnly === 'boolean' && typeof expiresMs === 'number';
};

function write(key: string, ports: PortCookies): void {
  const now = Date.now();
  const current = ports.filter(isOfPort).map(([port, cookies]): PortCookies[number] => [port, cookies.filter(({ expiresMs }) => expiresMs > now)]).filter(([, cookies]) => cookies.length > 0);
  while (JSON.stringify(current).length > MAX_LENGTH) current.shift();
  const text = JSON.stringify(current);
  // Another tab may be writing its own: what is right is left alone.
  if (text === localStorage.getItem(key)) return;
  if (current.length > 0) localStorage.setItem(key, text);
  else localStorage.removeItem(key);
}
