/** `document.cookie` over the kernel's jar. The text is at hand when the page begins; what the page sets shows at once, what servers set arrives by message. */
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
      link.send({ t: 'cookie', text: cookie.slice(0, 8192) });
    },
  });
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
