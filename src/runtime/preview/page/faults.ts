/** Uncaught errors, unhandled rejections and console messages of the page: to the embedder of the sandbox as the client has it, and to our own app around the page. */
import type { ConsoleLine, ForwardErrors, PageFault } from '../messages.ts';
import { announceLine } from './console-news.ts';
import type { PageLink } from './page-link.ts';

type Level = ConsoleLine['level'];

/** Longest text of one message. */
const MAX_TEXT = 4000;

export function reportFaults(link: PageLink, forward: ForwardErrors): void {
  const tell = (fault: PageFault): void => {
    if (forward === false || (forward === 'exceptions-only' && fault.type === 'PREVIEW_CONSOLE_ERROR')) return;
    const { pathname, search, hash } = location;
    link.send({ t: 'fault', fault, place: { pathname, search, hash } });
  };
  addEventListener('error', (event) => {
    // A picture that does not load is an event of its element, and no error of a program.
    if (!(event instanceof ErrorEvent)) return;
    const error: unknown = event.error;
    const message = error instanceof Error ? error.message : event.message;
    tell({ type: 'PREVIEW_UNCAUGHT_EXCEPTION', message: cut(message), stack: stackOf(error) });
    announceLine({ level: 'error', text: cut(`Uncaught ${error instanceof Error ? textOf(error) : event.message}`) });
  });
  addEventListener('unhandledrejection', ({ reason }: PromiseRejectionEvent) => {
    tell({ type: 'PREVIEW_UNHANDLED_REJECTION', message: cut(reason instanceof Error ? reason.message : textOf(reason)), stack: stackOf(reason) });
    announceLine({ level: 'error', text: cut(`Uncaught (in promise) ${textOf(reason)}`) });
  });
  for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const) {
    const original = console[level];
    console[level] = (...args: unknown[]) => {
      original.apply(console, args);
      report(level, args);
    };
  }
  function report(level: Level, args: unknown[]): void {
    if (level === 'error') tell({ type: 'PREVIEW_CONSOLE_ERROR', args: args.slice(0, 100).map(sendable), stack: cut(new Error().stack ?? '') });
    announceLine({ level, text: cut(args.map(textOf).join(' ')) });
  }
}

const cut = (text: string): string => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text);

const stackOf = (error: unknown): string | undefined => (error instanceof Error && typeof error.stack === 'string' ? cut(error.stack) : undefined);

/** The value when a message can carry it, else its text. */
function sendable(value: unknown): unknown {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function' && typeof value !== 'symbol')) return typeof value === 'string' ? cut(value) : value;
  try {
    if (JSON.stringify(value).length <= MAX_TEXT) return structuredClone(value);
  } catch {
    // A cycle, a function, a node of the page.
  }
  return cut(textOf(value));
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    if (value instanceof Error) return value.stack?.includes(value.message) ? value.stack : `${value.name}: ${value.message}`;
    if (value instanceof Element) return `<${value.localName}>`;
    if (typeof value === 'object' && value !== null) return JSON.stringify(value) ?? String(value);
    return String(value);
  } catch {
    return Object.prototype.toString.call(value);
  }
}
