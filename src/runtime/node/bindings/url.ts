/** internalBinding('url'): parsing is the browser's; the library wants the positions of the components inside `href`. */
import type { CoreRuntime } from '../core.ts';
import type { Binding, Internal } from '../runtime.ts';
import { toUnicode } from '../url/punycode.ts';

const OMITTED = 0xffffffff;
/** ada::scheme::type */
const SCHEME: { [protocol: string]: number } = { 'http:': 0, 'https:': 2, 'ws:': 3, 'ftp:': 4, 'wss:': 5, 'file:': 6 };
const NOT_SPECIAL = 1;
/** updateActions of internal/url, in order. */
const ACTIONS = ['protocol', 'host', 'hostname', 'port', 'username', 'password', 'pathname', 'search', 'hash', 'href'] as const;

function pathEscape(path: string): string {
  return path.replace(/[%\\\n\r\t?#[\]^|~]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
}

/** The browser escapes the asterisk in host names, which the standard and Node leave as it is: it stands in patterns of origins. */
const asterisks = (text: string): string => text.replaceAll('%2A', '*');
const isEscaped = (url: URL): boolean => url.protocol in SCHEME && url.hostname.includes('%2A');
const hostnameOf = (url: URL): string => (isEscaped(url) ? asterisks(url.hostname) : url.hostname);
const hrefOf = (url: URL): string => (isEscaped(url) ? url.href.replace(url.host, () => asterisks(url.host)) : url.href);

export const urlBinding: Binding = {
  name: 'url',
  create(rt: CoreRuntime, shape) {
    const NativeURL = rt.native.URL;
    const components: Uint32Array = shape.urlComponents;

    /** The browser escapes some characters in host names that the standard forbids there. */
    const isSound = (url: URL): boolean => !(hostnameOf(url).includes('%') && url.protocol in SCHEME);
    const checked = (url: URL): URL => {
      if (!isSound(url)) throw new TypeError('Invalid URL');
      return url;
    };
    /** Without an error on the way: programs ask for what is no URL by the thousand, and the trace of each is what takes the time. */
    const parsed = (input: string, base: string | undefined): URL | null => {
      const url = base === undefined ? NativeURL.parse(input) : NativeURL.parse(input, base);
      return url && isSound(url) ? url : null;
    };

    const publish = (url: URL): string => {
      const { protocol, username, password, port, pathname } = url;
      const href = hrefOf(url);
      const hostname = hostnameOf(url);
      const end = protocol.length;
      let userEnd = end, hostStart = end, hostEnd = end;
      if (href.startsWith('//', end)) {
        userEnd = end + 2 + username.length;
        hostStart = userEnd + (password === '' ? 0 : 1 + password.length);
        hostEnd = hostStart + (username === '' && password === '' ? 0 : 1) + hostname.length;
      }
      let pathStart = hostEnd + (port === '' ? 0 : 1 + port.length);
      // `web+x:/.//path`: the two characters keep the path from being read as a host.
      if (hostEnd === end && href.startsWith('/.', end) && pathname.startsWith('//')) pathStart += 2;
      const pathEnd = pathStart + pathname.length;
      const hash = href.indexOf('#', pathEnd);
      components[0] = end;
      components[1] = userEnd;
      components[2] = hostStart;
      components[3] = hostEnd;
      components[4] = port === '' ? OMITTED : Number(port);
      components[5] = pathStart;
      components[6] = href[pathEnd] === '?' ? pathEnd : OMITTED;
      components[7] = hash === -1 ? OMITTED : hash;
      components[8] = SCHEME[protocol] ?? NOT_SPECIAL;
      return href;
    };

    const invalid = (input?: string, base?: string): never => {
      const error: Internal = rt.stacks.withRoom(() => new TypeError('Invalid URL'));
      error.code = 'ERR_INVALID_URL';
      if (input !== undefined) error.input = input;
      if (base !== undefined) error.base = base;
      throw error;
    };

    return Object.assign(shape, {
      parse(input: string, base: string | undefined, raise: boolean) {
        const url = parsed(input, base);
        return url ? publish(url) : raise ? invalid(input, base) : undefined;
      },
      canParse: (input: string, base?: string) => parsed(input, base) !== null,
      pathToFileURL(path: string, windows: boolean, hostname?: string) {
        const url = new NativeURL('file://');
        url.pathname = pathEscape(windows ? path.replaceAll('\\', '/') : path);
        if (windows && hostname !== undefined) url.hostname = hostname;
        return publish(url);
      },
      update(href: string, action: number, value: string) {
        const name = ACTIONS[action]!;
        try {
          if (name === 'href') return publish(checked(new NativeURL(value)));
          const url = new NativeURL(href);
          url[name] = value;
          return publish(checked(url));
        } catch {
          return false;
        }
      },
      format(href: string, fragment: boolean, unicode: boolean, search: boolean, auth: boolean) {
        const url = new NativeURL(href);
        if (!fragment) url.hash = '';
        if (!search) url.search = '';
        if (!auth) {
          url.username = '';
          url.password = '';
        }
        return unicode && url.hostname.includes('xn--') ? hrefOf(url).replace(hostnameOf(url), toUnicode(hostnameOf(url))) : hrefOf(url);
      },
      domainToASCII(domain: string) {
        try {
          return domain === '' ? '' : hostnameOf(new NativeURL(`ws://${domain}`));
        } catch {
          return '';
        }
      },
      domainToUnicode(domain: string) {
        try {
          return domain === '' ? '' : toUnicode(hostnameOf(new NativeURL(`ws://${domain}`)));
        } catch {
          return '';
        }
      },
      getOrigin: (href: string) => asterisks((parsed(href, undefined) ?? invalid()).origin),
    });
  },
};
