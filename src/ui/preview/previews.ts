/** The servers of the sandbox as the page shows them: which ports are open, which one is in the preview, where it stands and what its console says. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Engine } from '../../sandbox/sandbox.ts';
import { readNews } from './news.ts';

export interface PreviewPort { port: number; url: string; open: boolean }

export type LineLevel = 'log' | 'info' | 'warn' | 'error' | 'debug';

export interface PreviewLine { id: number; port: number; level: LineLevel; text: string }

export interface PreviewsState {
  /** Ports with a server, and those that had one; ascending. */
  ports: readonly PreviewPort[];
  /** Whether the panel is there. */
  visible: boolean;
  /** The port in the panel. */
  shown: number | undefined;
  /** What the frame loads; with a new `version` it loads it again. */
  address: string;
  version: number;
  /** Path, query and fragment where the page is now. */
  path: string;
  lines: readonly PreviewLine[];
  /** Errors since the console was looked at or cleared. */
  errors: number;
}

export interface Previews {
  readonly store: StoreApi<PreviewsState>;
  /** Shows the server of that port, or the one shown before. */
  show(port?: number): void;
  /** Goes to a path of the shown server; a whole address of that server, or of another one that is up, is fine too. */
  go(path: string): void;
  reload(): void;
  /** Whoever starts a server on that port finds it shown there. */
  expect(port: number, path: string): void;
  hide(): void;
  clear(): void;
  /** A message of the frame's page. Its sender must have been compared with the frame. `onLeave`: the person pressed F6 in it. */
  hear(data: unknown, origin: string, onLeave: (backwards: boolean) => void): void;
}

/** A little more than the pages' own interval. */
const ERROR_DELAY_MS = 80;
/** Lines that are kept; older ones go. */
const MAX_LINES = 500;

/** The address of a path of that server. As a relative address, a path that begins with two slashes would name another host. */
export const addressOf = (url: string, path: string): string => new URL(`${new URL(url).origin}${path.startsWith('/') ? '' : '/'}${path}`).href;

export function createPreviews(sandbox: Pick<Engine, 'on'>): Previews {
  const store = createStore<PreviewsState>(() => ({ ports: [], visible: false, shown: undefined, address: 'about:blank', version: 0, path: '/', lines: [], errors: 0 }));
  let lines = 0;
  /** Closed by the person: that server does not open the panel again. */
  const declined = new Set<number>();
  /** Paths that a program asked to see, by port. */
  const wanted = new Map<number, string>();

  const find = (port: number | undefined): PreviewPort | undefined => store.getState().ports.find((other) => other.port === port);
  const load = (url: string, path: string): void => store.setState(({ version }) => ({ address: addressOf(url, path), path, version: version + 1 }));
  const setPort = (next: PreviewPort): void => store.setState(({ ports }) => ({ ports: [...ports.filter(({ port }) => port !== next.port), next].sort((a, b) => a.port - b.port) }));
  const write = (port: number, more: readonly { level: LineLevel; text: string }[]): void => store.setState((state) => ({
    lines: [...state.lines, ...more.map((line) => ({ id: ++lines, port, ...line }))].slice(-MAX_LINES),
    errors: state.errors + more.filter(({ level }) => level === 'error').length,
  }));
  const show = (port = store.getState().shown): void => {
    const target = find(port) ?? store.getState().ports[0];
    if (!target) return;
    declined.delete(target.port);
    store.setState({ visible: true });
    if (target.port === store.getState().shown) return;
    store.setState({ shown: target.port, lines: [], errors: 0 });
    load(target.url, '/');
  };

  sandbox.on('port', (port, type, url) => {
    // A program that listened on a port of its own choosing for a moment is not worth an entry.
    if (type === 'close') store.setState(({ ports, shown }) => ({ ports: ports.flatMap((other) => (other.port !== port ? [other] : port === shown ? [{ ...other, open: false }] : [])) }));
    else if (find(port)) setPort({ port, url, open: true });
  });
  sandbox.on('server-ready', (port, url) => {
    setPort({ port, url, open: true });
    const { visible, shown } = store.getState();
    const path = wanted.get(port);
    if (path !== undefined) {
      wanted.clear();
      show(port);
      return load(url, path);
    }
    // Another server does not push away what the person looks at; unless that one has ended.
    if (declined.has(port) || (visible && shown !== undefined && shown !== port && find(shown)?.open)) return;
    show(port);
  });
  sandbox.on('preview-message', (message) => {
    const text = message.type === 'PREVIEW_CONSOLE_ERROR' ? message.args.map(textOf).join(' ') : message.stack?.includes(message.message) ? message.stack : `Uncaught ${message.message}`;
    // The page's other lines come some at a time, and those written before an error belong above it.
    setTimeout(() => write(message.port, [{ level: 'error', text }]), ERROR_DELAY_MS);
  });

  // A development server that opens the browser means the preview. Other addresses would need a click of the person's.
  sandbox.on('xdg-open', (text) => {
    const address = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\]|0\.0\.0\.0)(?::(\d+))?(\/.*)?$/.exec(text);
    if (!address) return;
    const port = find(Number(address[1] ?? 80));
    const path = address[2] ?? '/';
    // Asked for before the server is announced: programs open the browser as soon as they listen.
    if (!port?.open) return void wanted.set(Number(address[1] ?? 80), path);
    show(port.port);
    load(port.url, path);
  });

  return {
    store,
    show,
    expect: (port, path) => void wanted.set(port, path),
    go(text) {
      // As servers print it and people type it: with or without the scheme. It may be another server's.
      const local = /^(?:https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\]|0\.0\.0\.0)(?::(\d+))?|(?:localhost|127\.0\.0\.1|\[::1\]|0\.0\.0\.0):(\d+))(?=[/?#]|$)/i.exec(text.trim());
      const named = find(Number(local?.[1] ?? local?.[2]));
      const target = named?.open ? named : find(store.getState().shown);
      if (!target) return;
      show(target.port);
      const base = new URL(target.url);
      let next: URL;
      try {
        next = new URL(text.trim().slice(local?.[0].length ?? 0), base);
      } catch {
        return;
      }
      // Only the server itself: the frame is no browser for other sites.
      load(target.url, next.origin === base.origin ? `${next.pathname}${next.search}${next.hash}` : '/');
    },
    reload() {
      const target = find(store.getState().shown);
      if (target) load(target.url, store.getState().path);
    },
    hide() {
      const { shown } = store.getState();
      if (shown !== undefined) declined.add(shown);
      store.setState({ visible: false });
    },
    clear: () => store.setState({ lines: [], errors: 0 }),
    hear(data, origin, onLeave) {
      const target = find(store.getState().shown);
      const news = readNews(data);
      if (!target || !news || new URL(target.url).origin !== origin) return;
      if (news.news === 'leave') onLeave(news.backwards);
      else if (news.news === 'place') store.setState({ path: news.path });
      // Errors come by the sandbox's own event, from own tabs too.
      else {
        const dropped = news.dropped > 0 ? [{ level: 'warn' as const, text: `${news.dropped} more lines came too fast to be shown` }] : [];
        write(target.port, [...news.lines.filter(({ level }) => level !== 'error'), ...dropped]);
      }
    },
  };
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return (typeof value === 'object' && value !== null && !(value instanceof Error) ? JSON.stringify(value) : String(value)).slice(0, 4000);
  } catch {
    return '[object]';
  }
}
