/** What a preview's own address says: `http://<port>-<id>.<base>/`. And which addresses belong to the sandbox. */

export interface PreviewAddress { port: number; id: string; base: string; protocol: string; origin: string }

/** @throws Error for a host that is no preview's */
export function previewAddress(location: { protocol: string; host: string }): PreviewAddress {
  const parts = /^(\d{1,5})-([a-z0-9]+)\.(.+)$/.exec(location.host);
  if (!parts) throw new Error(`${location.host} is not the address of a preview`);
  return { port: Number(parts[1]), id: parts[2]!, base: parts[3]!, protocol: location.protocol, origin: `${location.protocol}//${location.host}` };
}

/** Names by which a server of the sandbox knows itself. */
const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]', '0.0.0.0']);

/** The sandbox's port that an address leads to, or null: this preview, another of the same sandbox, or `localhost` as the sandbox means it. */
export function sandboxPort(url: URL, own: PreviewAddress): number | null {
  if (url.origin === own.origin) return own.port;
  const sibling = /^(\d{1,5})-([a-z0-9]+)\.([^:]+)(?::(\d+))?$/.exec(url.host);
  const [, host, hostPort = ''] = /^([^:]+)(?::(\d+))?$/.exec(own.base)!;
  if (sibling && sibling[2] === own.id && sibling[3] === host) {
    const { 1: name, 4: port = '' } = sibling;
    // The page's own name with another port is how development servers address their second one, for reloading: "the machine I came from, port 24678".
    return port === hostPort ? portOrNull(name!) : portOrNull(port === '' ? '80' : port);
  }
  if (/^(http|ws):$/.test(url.protocol) && LOCAL.has(url.hostname)) return url.port === '' ? 80 : portOrNull(url.port);
  return null;
}

const portOrNull = (text: string): number | null => (Number(text) > 0 && Number(text) < 65536 ? Number(text) : null);

/** The address under which a page can open what is at `url` in the sandbox's own words; addresses outside stay as they are. */
export function toPreviewUrl(text: string, base: URL, own: PreviewAddress): string {
  let url: URL;
  try {
    url = new URL(text, base);
  } catch {
    return text;
  }
  const port = sandboxPort(url, own);
  if (port === null) return text;
  return `${originOf(port, own)}${url.pathname}${url.search}${url.hash}`;
}

/** Origin of the preview of another port of this sandbox. */
export const originOf = (port: number, own: PreviewAddress): string => `${own.protocol}//${port}-${own.id}.${own.base}`;

/** What the server of that port calls itself. */
export const localOrigin = (port: number): string => `http://localhost${port === 80 ? '' : `:${port}`}`;
