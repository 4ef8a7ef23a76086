/** The sibling hosts of one port (decisions 1): which host a request addresses, and the headers each host needs. README lists the same headers for deployments. */

export const BASE_HOST = 'tabloom.localhost';

export type Site = 'app' | 'sandbox' | 'preview' | 'probe' | 'unknown';

/** Which site a `Host` header addresses. `localhost` and loopback addresses get the probe page, which leads to the app's own name. */
export function siteOf(hostHeader: string | undefined, base = BASE_HOST): Site {
  const host = (hostHeader ?? '').toLowerCase().replace(/:\d+$/, '');
  if (host === base) return 'app';
  if (host === `sandbox.${base}`) return 'sandbox';
  if (/^\d+-[a-z0-9]+\./.test(host) && host.endsWith(`.${base}`) && host.split('.').length === base.split('.').length + 1) return 'preview';
  if (host === 'localhost' || host === '127.0.0.1' || host === '[::1]') return 'probe';
  return 'unknown';
}

const COMMON = {
  // Without it, same-site frames share the app's thread: a busy preview froze the page for as long as it ran (decisions 2).
  'Origin-Agent-Cluster': '?1',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

/**
 * Shared memory whatever the page around us sends: without it a page of another site that embeds the app, or boots the engine, must itself be
 * isolated by headers, which few sites are (`src/runtime/README.md`, first proof). Browsers that do not know the policy go by the other two headers.
 */
const ISOLATED_EVERYWHERE = { 'Document-Isolation-Policy': 'isolate-and-require-corp' };

/** Joins the directives of a Content-Security-Policy. */
const policy = (...directives: string[]): string => directives.join('; ');

/**
 * The relay runs its own script and nothing else. It may be framed by everybody: that is what it is for, and there is nothing in it to click.
 * `'self'` is right in the relay only: it has a real origin. It frames the bridges of previews.
 */
const RELAY_POLICY = policy("default-src 'none'", "script-src 'self'", "connect-src 'self'", `frame-src 'self' http://*.${BASE_HOST}:*`, "base-uri 'none'", "form-action 'none'");

/**
 * The inner frame and, since they inherit it, the kernel and the processes: programs are evaluated text in blob workers. `sandbox` makes the
 * origin opaque even where somebody opens the address by itself. Programs may speak with the network, as on any machine; they may load no
 * script from it, frame nothing and show nothing.
 */
const INNER_POLICY = policy("default-src 'none'", 'sandbox allow-scripts', "script-src 'self' blob: 'unsafe-eval' 'wasm-unsafe-eval'", 'worker-src blob:', 'connect-src * data: blob:', "base-uri 'none'", "form-action 'none'");

/** Response headers of each site. */
export const HEADERS: Record<Site, Record<string, string>> = {
  app: {
    ...COMMON,
    ...ISOLATED_EVERYWHERE,
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
    // A page that is isolated itself may embed us only so. Everything here is public: no answer depends on who asks.
    'Cross-Origin-Resource-Policy': 'cross-origin',
    // Model text and sandbox text are shown by the app: nothing of it may ever run as script. The only frames are our own (further sandboxes, decisions 8), those of the sibling
    // hosts (sandbox, previews) and StackBlitz's engine. `connect-src` names no host, because a model's service may be anywhere. There is no `frame-ancestors`:
    // other sites may embed the app; what that must not reach is handled where it lies (`src/project/secrets.ts`).
    'Content-Security-Policy': policy(
      "default-src 'self'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self' 'unsafe-inline'", "img-src 'self' data: blob:", "font-src 'self' data:", 'connect-src *',
      "worker-src 'self' blob:", `frame-src 'self' http://*.${BASE_HOST}:* https://stackblitz.com`, "object-src 'none'", "base-uri 'none'", "form-action 'none'",
    ),
  },
  sandbox: {
    ...COMMON,
    ...ISOLATED_EVERYWHERE,
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    // The relay is fetched by the app's page and by pages of other sites that embed it.
    'Access-Control-Allow-Origin': '*',
    'Content-Security-Policy': RELAY_POLICY,
  },
  preview: {
    ...COMMON,
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  },
  probe: COMMON,
  unknown: COMMON,
};

/** Headers of one answer: the site's, and what differs for the page of the inner frame. */
export function headersOf(site: Site, path: string): Record<string, string> {
  if (site !== 'sandbox' || !/^\/inner(\.html)?$/.test(path)) return HEADERS[site];
  // The inner frame's origin is opaque, which is a cluster of its own already; asked for there too, Chromium warns that the relay's origin was keyed otherwise.
  const { 'Origin-Agent-Cluster': _keyed, ...headers } = HEADERS.sandbox;
  return { ...headers, 'Content-Security-Policy': INNER_POLICY };
}

export const CONTENT_TYPES: Record<string, string> = {
  html: 'text/html; charset=utf-8', js: 'text/javascript; charset=utf-8', mjs: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8', wasm: 'application/wasm', svg: 'image/svg+xml', png: 'image/png', ico: 'image/x-icon', txt: 'text/plain; charset=utf-8',
  ttf: 'font/ttf', woff2: 'font/woff2', webmanifest: 'application/manifest+json', map: 'application/json; charset=utf-8',
};
