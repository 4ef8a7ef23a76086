/** Between two ports of a sandbox the same rules hold as between two origins (the Fetch standard's CORS protocol); a browser does not apply them to what a service worker answers. */
import type { HeaderList } from '../messages.ts';
import { localOrigin, type PreviewAddress } from './address.ts';
import { type Answer } from './fetch-sandbox.ts';

const SIMPLE_HEADERS = new Set(['accept', 'accept-language', 'content-language', 'content-type', 'range', 'user-agent', 'dpr', 'width', 'viewport-width', 'save-data', 'upgrade-insecure-requests', 'cache-control', 'pragma']);
const SIMPLE_TYPES = /^(?:application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\b/i;
const SIMPLE_METHODS = new Set(['GET', 'HEAD', 'POST']);

/** Header names that a server must agree to. Those the browser adds by itself are not the page's. */
function unusual(request: Request): string[] {
  return [...request.headers].filter(([name, value]) => !name.startsWith('sec-') && (!SIMPLE_HEADERS.has(name) || (name === 'content-type' && !SIMPLE_TYPES.test(value)))).map(([name]) => name).sort();
}

/** Asks the server first where a browser would. False when it refuses. */
export async function preflight(request: Request, own: PreviewAddress, send: (headers: HeaderList) => Promise<Answer>): Promise<boolean> {
  const names = unusual(request);
  if (SIMPLE_METHODS.has(request.method) && names.length === 0) return true;
  const answer = await send([['Origin', localOrigin(own.port)], ['Access-Control-Request-Method', request.method], ...(names.length > 0 ? [['Access-Control-Request-Headers', names.join(',')] as [string, string]] : [])]);
  if (answer.body instanceof ReadableStream) await answer.body.cancel();
  if (answer.status < 200 || answer.status > 299 || !allowed(answer.headers, request, own)) return false;
  const credentials = request.credentials === 'include';
  const methods = listOf(answer.headers, 'access-control-allow-methods');
  const headers = listOf(answer.headers, 'access-control-allow-headers').map((name) => name.toLowerCase());
  const any = (list: string[]): boolean => !credentials && list.includes('*');
  return (SIMPLE_METHODS.has(request.method) || methods.includes(request.method) || any(methods)) && names.every((name) => headers.includes(name) || (name !== 'authorization' && any(headers)));
}

/** Whether the page may see the answer. */
export function allowed(headers: HeaderList, request: Request, own: PreviewAddress): boolean {
  const [origin] = listOf(headers, 'access-control-allow-origin');
  if (request.credentials !== 'include') return origin === '*' || origin === localOrigin(own.port) || origin === own.origin;
  return (origin === localOrigin(own.port) || origin === own.origin) && listOf(headers, 'access-control-allow-credentials')[0] === 'true';
}

const listOf = (headers: HeaderList, name: string): string[] => headers.filter(([key]) => key.toLowerCase() === name).flatMap(([, value]) => value.split(',').map((part) => part.trim()));
