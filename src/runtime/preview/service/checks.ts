/** Checks of what comes from a preview's origin. Its pages are the sandbox's own, so nothing here is taken on trust. */
import { type FromPage, type HeaderList, MAX_COOKIE, type PageFault, type PagePlace, type ToService } from '../messages.ts';

const record = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const id = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
const port = (value: unknown): value is number => id(value) && value > 0 && value < 65536;
const bytes = (value: unknown): value is Uint8Array => value instanceof Uint8Array;
const count = (value: unknown): value is number => id(value) && value <= 0x7fffffff;
const text = (value: unknown, limit: number): value is string => typeof value === 'string' && value.length <= limit;
/** Names of methods, headers and sub-protocols. */
export const isToken = (value: unknown): value is string => text(value, 256) && /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(value);
/** Path and query as they stand in a request's first line. */
export const isTarget = (value: unknown): value is string => text(value, 64 * 1024) && /^\/[\x21-\x7e\x80-\xff]*$/.test(value);
const isHeaderValue = (value: unknown): value is string => text(value, 64 * 1024) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
const isHeaders = (value: unknown): value is HeaderList => Array.isArray(value) && value.length <= 200 && value.every((entry) => Array.isArray(entry) && entry.length === 2 && isToken(entry[0]) && isHeaderValue(entry[1]));

/** The message when it is one of the worker's, else null. */
export function checkToService(value: unknown): ToService | null {
  if (!record(value)) return null;
  const ok = ((): boolean => {
    switch (value.t) {
      case 'request': return id(value.id) && port(value.port) && isToken(value.method) && isTarget(value.target) && isHeaders(value.headers) && (value.body === null || value.body === 'stream' || bytes(value.body)) && typeof value.cookies === 'boolean';
      case 'body': return id(value.id) && bytes(value.bytes);
      case 'body-end':
      case 'cancel': return id(value.id);
      case 'pull': return id(value.id) && count(value.count);
      case 'page': return port(value.port) && isTarget(value.path);
      case 'settings': return id(value.id) && port(value.port) && isTarget(value.path);
      case 'listening': return id(value.id) && port(value.port);
      case 'cookie': return id(value.id) && port(value.port) && isTarget(value.path) && text(value.text, MAX_COOKIE);
      case 'ping': return true;
      default: return false;
    }
  })();
  return ok ? (value as ToService) : null;
}

const FAULT_TEXT = 64 * 1024;
const isPlace = (value: unknown): value is PagePlace => record(value) && text(value.pathname, FAULT_TEXT) && text(value.search, FAULT_TEXT) && text(value.hash, FAULT_TEXT);

function isFault(value: unknown): value is PageFault {
  if (!record(value)) return false;
  if (value.type === 'PREVIEW_CONSOLE_ERROR') return Array.isArray(value.args) && value.args.length <= 100 && text(value.stack, FAULT_TEXT);
  return (value.type === 'PREVIEW_UNCAUGHT_EXCEPTION' || value.type === 'PREVIEW_UNHANDLED_REJECTION') && text(value.message, FAULT_TEXT) && (value.stack === undefined || text(value.stack, FAULT_TEXT));
}

/** The message when it is one of a page's, else null. */
export function checkFromPage(value: unknown): FromPage | null {
  if (!record(value)) return null;
  const ok = ((): boolean => {
    switch (value.t) {
      case 'cookie': return text(value.text, MAX_COOKIE);
      case 'fault': return isFault(value.fault) && isPlace(value.place);
      case 'ws-open': return id(value.id) && port(value.port) && isTarget(value.target) && Array.isArray(value.protocols) && value.protocols.length <= 32 && value.protocols.every(isToken);
      case 'ws-send': return id(value.id) && (typeof value.data === 'string' || bytes(value.data));
      case 'ws-close': return id(value.id) && (value.code === null || (id(value.code) && (value.code === 1000 || (value.code >= 3000 && value.code < 5000)))) && text(value.reason, 123);
      case 'bye': return true;
      default: return false;
    }
  })();
  return ok ? (value as FromPage) : null;
}
