/** The cookies of one port. A service worker can neither see nor set cookies, so the browser's own jar is of no use to previews. */
import { type Cookie as ParsedCookie, parseSetCookie } from 'set-cookie-parser';
import type { KeptCookie } from '../messages.ts';

interface Cookie extends KeptCookie { born: number }

/** As many as browsers keep for one site, and as long as they may be. */
const MAX_COOKIES = 180;
const MAX_LENGTH = 4096;
const LONGEST_MS = 400 * 24 * 3600_000;

export class CookieJar {
  private cookies: Cookie[] = [];
  private births = 0;

  /** `kept`: those of an earlier one, oldest first. */
  constructor(kept: readonly KeptCookie[] = []) {
    this.cookies = kept.map((cookie) => ({ ...cookie, born: this.births++ }));
  }

  /** Those with an age, oldest first. The others end with the sandbox. */
  kept(): KeptCookie[] {
    return this.cookies.filter(({ expiresMs }) => Number.isFinite(expiresMs) && expiresMs > Date.now()).sort((a, b) => a.born - b.born)
      .map(({ name, value, path, httpOnly, expiresMs }) => ({ name, value, path, httpOnly, expiresMs }));
  }

  /** Takes a `Set-Cookie` value; `path` is that of the request. Says whether it was taken. From a page's script (`byScript`) a cookie can be neither HttpOnly nor replace one that is. */
  set(text: string, path: string, byScript = false): boolean {
    const [cookie] = parseSetCookie([text], { decodeValues: false, split: false });
    if (!cookie || cookie.name.length + cookie.value.length > MAX_LENGTH) return false;
    if (/[\0-\x08\x0a-\x1f\x7f]/.test(cookie.name + cookie.value)) return false;
    if (!isHere(cookie.domain)) return false;
    const httpOnly = cookie.httpOnly === true;
    if (byScript && httpOnly) return false;
    const scope = cookie.path?.startsWith('/') ? cookie.path : defaultPath(path);
    const old = this.cookies.find((other) => other.name === cookie.name && other.path === scope);
    if (byScript && old?.httpOnly) return false;
    if (cookie.name.startsWith('__Host-') && (cookie.path !== '/' || cookie.domain)) return false;
    this.cookies = this.cookies.filter((other) => other !== old);
    const expiresMs = lastsUntil(cookie);
    if (expiresMs > Date.now()) {
      this.cookies.push({ name: cookie.name, value: cookie.value, path: scope, httpOnly, expiresMs, born: old?.born ?? this.births++ });
      if (this.cookies.length > MAX_COOKIES) this.cookies.shift();
    }
    return true;
  }

  /** What `Cookie:` holds for a request of that path, or `document.cookie` for a page there (`forScript`). Longer paths first, then older cookies. */
  get(path: string, forScript = false): string {
    const now = Date.now();
    this.cookies = this.cookies.filter((cookie) => cookie.expiresMs > now);
    return this.cookies
      .filter((cookie) => !(forScript && cookie.httpOnly) && pathMatches(path, cookie.path))
      .sort((a, b) => b.path.length - a.path.length || a.born - b.born)
      .map(({ name, value }) => (name === '' ? value : `${name}=${value}`))
      .join('; ');
  }
}

/** A server of the sandbox believes itself to be `localhost`. */
function isHere(domain: string | undefined): boolean {
  if (!domain) return true;
  const name = domain.toLowerCase().replace(/^\./, '');
  return name === 'localhost' || name === '127.0.0.1';
}

function lastsUntil({ maxAge, expires }: ParsedCookie): number {
  if (typeof maxAge === 'number' && !Number.isNaN(maxAge)) return maxAge <= 0 ? 0 : Date.now() + Math.min(maxAge * 1000, LONGEST_MS);
  if (expires instanceof Date && !Number.isNaN(expires.getTime())) return Math.min(expires.getTime(), Date.now() + LONGEST_MS);
  return Number.POSITIVE_INFINITY;
}

/** RFC 6265, 5.1.4. */
function defaultPath(path: string): string {
  const end = path.lastIndexOf('/');
  return end <= 0 ? '/' : path.slice(0, end);
}

function pathMatches(path: string, scope: string): boolean {
  return path === scope || (path.startsWith(scope) && (scope.endsWith('/') || path[scope.length] === '/'));
}
