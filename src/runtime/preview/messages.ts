/**
 * What travels between a preview's service worker, its pages, the bridge frame, and the preview service in the kernel. Types alone hold nothing: everything
 * that comes from a preview's origin is checked by the receiver (`service/checks.ts`), because the pages there are the sandbox's own.
 */

/** Everything below this path of a preview's origin is ours; a server in the sandbox never sees a request for it. */
export const RESERVED = '/__tabloom__/';

/** The lock that every bridge of an origin holds, shared: whoever gets it alone knows that no tab runs the sandbox any more. */
export const BRIDGE_LOCK = 'tabloom-bridge';

/** Where a tab counts how often the page that installs the service worker came in the place of the one that was meant; a page that was served ends the count. */
export const TRIES = 'tabloom-preview-tries';

/** Of a cookie that a page sets, in characters. */
export const MAX_COOKIE = 8192;

/** One header as on the wire; names in the case the server wrote. */
export type HeaderList = [name: string, value: string][];

/** A script that the embedder adds to every page (`setPreviewScript`). `source` is the script's text, or an address when it looks like one. */
export interface PreviewScript { source: string; type?: 'module' | 'importmap'; async?: boolean; defer?: boolean }

/** Which faults of pages go to the embedder (`forwardPreviewErrors`). */
export type ForwardErrors = boolean | 'exceptions-only';

/** What the injected script starts with. */
export interface PageSettings {
  /** Cookies that scripts may see, as `document.cookie` writes them. */
  cookies: string;
  forward: ForwardErrors;
}

/** Service worker to kernel. `id` is chosen by the worker and unique on its link. */
export type ToService =
  /** `target` is path and query. `body` is whole, or follows in `body` messages. `cookies`: send and take the jar's. */
  | { t: 'request'; id: number; port: number; method: string; target: string; headers: HeaderList; body: Uint8Array | 'stream' | null; cookies: boolean }
  | { t: 'body'; id: number; bytes: Uint8Array }
  | { t: 'body-end'; id: number }
  /** That many bytes of the answer were taken. */
  | { t: 'pull'; id: number; count: number }
  | { t: 'cancel'; id: number }
  /** A page of `port` begins at that path, with its own port beside the message. */
  | { t: 'page'; port: number; path: string }
  | { t: 'settings'; id: number; port: number; path: string }
  | { t: 'listening'; id: number; port: number }
  /** A page of that path sets a cookie. */
  | { t: 'cookie'; id: number; port: number; path: string; text: string }
  | { t: 'ping' };

/** Kernel to service worker. */
export type FromService =
  /** `body` holds what had arrived with the head; `done` when that is all. */
  | { t: 'head'; id: number; status: number; text: string; headers: HeaderList; body: Uint8Array | null; done: boolean }
  | { t: 'data'; id: number; bytes: Uint8Array | null; done: boolean }
  /** `refused`: nobody listens. `broken`: the connection ended early, or what came is no HTTP. */
  | { t: 'fail'; id: number; code: 'refused' | 'broken'; message: string }
  /** That many bytes of the request's body were taken. */
  | { t: 'ack'; id: number; count: number }
  | { t: 'settings'; id: number; settings: PageSettings; script: PreviewScript | null }
  | { t: 'listening'; id: number; open: boolean }
  /** The jar has taken it, or refused it. */
  | { t: 'cookie'; id: number }
  | { t: 'pong' };

/** Where a page stands, for `preview-message`. */
export interface PagePlace { pathname: string; search: string; hash: string }

/** A fault in a page, in the shapes of the client's `PreviewMessage`. */
export type PageFault =
  | { type: 'PREVIEW_UNCAUGHT_EXCEPTION' | 'PREVIEW_UNHANDLED_REJECTION'; message: string; stack: string | undefined }
  | { type: 'PREVIEW_CONSOLE_ERROR'; args: unknown[]; stack: string };

/** Page to kernel, on the page's own port. */
export type FromPage =
  | { t: 'cookie'; text: string }
  | { t: 'fault'; fault: PageFault; place: PagePlace }
  | { t: 'ws-open'; id: number; port: number; target: string; protocols: string[] }
  | { t: 'ws-send'; id: number; data: string | Uint8Array }
  | { t: 'ws-close'; id: number; code: number | null; reason: string }
  | { t: 'bye' };

/** Kernel to page. */
export type ToPage =
  /** There is no sandbox; the port is closed. */
  | { t: 'none' }
  | { t: 'cookies'; text: string }
  | { t: 'ws-opened'; id: number; protocol: string; extensions: string }
  | { t: 'ws-message'; id: number; data: string | Uint8Array }
  /** Bytes that left the page's queue. */
  | { t: 'ws-sent'; id: number; count: number }
  | { t: 'ws-closed'; id: number; code: number; reason: string; clean: boolean; failed: boolean };

/** Bridge to relay, by window message. `ready`: pages of this origin are served from now on. `want-link`: the worker lost its port to the kernel. */
export interface FromBridge { t: 'tabloom-bridge'; state: 'ready' | 'want-link' | 'failed'; reason?: string }

/** Relay to bridge, and bridge to worker: a port to the kernel beside it. */
export interface LinkMessage { t: 'tabloom-link' }

/** Relay to bridge: this origin is not needed any more. */
export interface DropMessage { t: 'tabloom-drop' }

/** Worker to bridge: it lost its port. */
export interface WantLink { t: 'tabloom-want-link' }

/** Page to worker: the page's port, which the worker passes on, beside it. */
export interface PageLinkMessage { t: 'tabloom-page'; path: string; again?: boolean }

export interface ConsoleLine { level: 'log' | 'info' | 'warn' | 'error' | 'debug'; text: string }

/**
 * Page to the app around it, by window message: what its console shows, and where it is. The client's own events carry errors only.
 * Sent to our own app's origin alone.
 */
export type PageNews = { t: 'tabloom-preview' } & (
  /** Several lines at a time; `dropped` more came too fast. */
  | { news: 'console'; lines: ConsoleLine[]; dropped: number }
  | { news: 'place'; path: string; title: string }
  /** F6: the keyboard goes on to the next part of the app, or back. */
  | { news: 'leave'; backwards: boolean }
);

/** A cookie with an age. `path` is what it is for. */
export interface KeptCookie { name: string; value: string; path: string; httpOnly: boolean; expiresMs: number }

/** Of each port that has any, oldest first. */
export type PortCookies = [port: number, cookies: KeptCookie[]][];

/** Behind `#` in the address of an event stream that the page's script begins anew: its last event, to be sent as `Last-Event-ID`. */
export const LAST_EVENT = 'tabloom-last-event=';
