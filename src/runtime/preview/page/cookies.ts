/** `document.cookie` over the kernel's jar. The text is at hand when the page begins; what the page sets shows at once and is in the jar when the setting is over, what servers set arrives by message. */
import { MAX_COOKIE, RESERVED } from '../messages.ts';
import type { PageLink } from './page-link.ts';

export function bridgeCookies(link: PageLink, seed: string): void {
  let text = seed;
  link.listen((message) => {
    if (message.t === 'cookies') text = message.text;
  });
  Object.defineProperty(Document.prototype, 'cookie', {
    configurable: true,
    enumerable: true,
    get: () => text,
    set(value: unknown) {
      const cookie = String(value);
      text = withCookie(text, cookie);
      const sent = cookie.slice(0, MAX_COOKIE);
      if (!setNow(sent)) link.send({ t: 'cookie', text: sent });
    },
  });
}

// As they are before the page's own scripts can put others in their place.
const Request = XMLHttpRequest;
const { open, send } = XMLHttpRequest.prototype;

/**
 * Waits until the jar has the cookie. Requests go to the kernel by way of the service worker and cookies by the page's own port: what was sent behind a cookie overtook it (a sign-in that sets one and then leads on to a
 * page that needs it).
 * @returns false when it has to go by the port too: while the page is being left, under a policy of its own that forbids the request, without a worker (one that the browser stopped is not started by this request) or
 * one that has no port (the requests that pass it wait until it has brought the cookie)
 */
function setNow(cookie: string): boolean {
  try {
    const request = new Request();
    open.call(request, 'POST', `${location.origin}${RESERVED}cookie?path=${encodeURIComponent(location.pathname)}`, false);
    send.call(request, cookie);
    return request.status === 204;
  } catch {
    return false;
  }
}

/** The text as it reads when the jar has taken the cookie. The jar's own answer, which knows of paths, follows. */
function withCookie(text: string, cookie: string): string {
  const [pair, ...attributes] = cookie.split(';');
  const at = pair!.indexOf('=');
  const name = at < 0 ? '' : pair!.slice(0, at).trim();
  const shown = name === '' ? pair!.slice(at + 1).trim() : `${name}=${pair!.slice(at + 1).trim()}`;
  const values = Object.fromEntries(attributes.map((attribute) => {
    const [key, value = ''] = attribute.split('=');
    return [key!.trim().toLowerCase(), value.trim()];
  })) as { [key: string]: string };
  if ('httponly' in values) return text;
  const gone = 'max-age' in values ? Number(values['max-age']) <= 0 : 'expires' in values && Date.parse(values.expires!) <= Date.now();
  const others = text.split('; ').filter((other) => other !== '' && (other.includes('=') ? other.slice(0, other.indexOf('=')) : '') !== name);
  const path = values.path ?? '';
  const here = path === '' || !path.startsWith('/') || location.pathname === path || location.pathname.startsWith(path.endsWith('/') ? path : `${path}/`);
  if (gone || !here) return others.join('; ');
  // A cookie that is set anew keeps its place.
  const before = text.split('; ').findIndex((other) => other.startsWith(`${name}=`));
  if (before < 0) return [...others, shown].join('; ');
  others.splice(before, 0, shown);
  return others.join('; ');
}
