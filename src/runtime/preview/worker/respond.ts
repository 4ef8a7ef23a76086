/** Makes the browser's response out of a server's answer: what a page may be given, decoded, embeddable, and with our script in it. */
import { type HeaderList, type PreviewScript, RESERVED } from '../messages.ts';
import { type PreviewAddress, toPreviewUrl } from './address.ts';
import { relaxPolicy } from './csp.ts';
import type { Answer } from './fetch-sandbox.ts';
import { injectMarkup, injectWhole } from './inject.ts';
import { knows } from './request-headers.ts';

/** For the connection, not for the page. */
const HOP = new Set(['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade', 'trailer', 'te']);
const EMPTY = new Set([101, 204, 205, 304]);

/** Browsers that know it let a page of an isolated app load pictures and scripts of everywhere, without credentials; the others ask each for its consent. */
const EMBEDDER = /\b(?:Chrome|Firefox)\//.test(navigator.userAgent) ? 'credentialless' : 'require-corp';

const FORMATS: { [coding: string]: string } = { gzip: 'gzip', 'x-gzip': 'gzip', deflate: 'deflate', br: 'brotli' };

export interface Asked { url: URL; document: boolean }

export async function respond(answer: Answer, asked: Asked, own: PreviewAddress, script: () => Promise<PreviewScript | null>): Promise<Response> {
  const { status, text } = answer;
  if (status < 200 || status > 599) throw new Error(`the server answered with status ${status}`);
  const headers = new Headers();
  for (const [name, value] of answer.headers) if (!HOP.has(name.toLowerCase())) append(headers, name, value);
  let { body } = answer;
  if (body instanceof Uint8Array && body.length === 0) body = null;
  if (EMPTY.has(status)) body = null;

  const codings = (headers.get('content-encoding') ?? '').toLowerCase().split(',').map((coding) => coding.trim()).filter((coding) => coding !== '' && coding !== 'identity');
  if (body && codings.length > 0 && codings.every((coding) => FORMATS[coding] && knows(FORMATS[coding]))) {
    for (const coding of codings.reverse()) body = streamOf(body).pipeThrough(new DecompressionStream(FORMATS[coding] as CompressionFormat) as unknown as TransformStream<Uint8Array, Uint8Array>);
    headers.delete('content-encoding');
    headers.delete('content-length');
  }
  const location = headers.get('location');
  if (location !== null) headers.set('location', toPreviewUrl(location, asked.url, own));

  embed(headers, asked.document);
  if (asked.document && body && /^text\/html\b|^application\/xhtml\+xml\b/i.test(headers.get('content-type') ?? '')) {
    const extra = await script();
    const nonce = randomNonce();
    const inline = extra?.type === 'importmap';
    const policy = { script: `${own.origin}${RESERVED}`, nonce, inline };
    for (const name of ['content-security-policy', 'content-security-policy-report-only']) {
      const value = headers.get(name);
      if (value === null) continue;
      const relaxed = relaxPolicy(value, policy);
      if (relaxed === '') headers.delete(name);
      else headers.set(name, relaxed);
    }
    const markup = pageMarkup(extra, nonce, asked.url.pathname);
    headers.delete('content-length');
    body = body instanceof Uint8Array ? injectWhole(body, markup) : body.pipeThrough(injectMarkup(markup));
  }
  return new Response(body instanceof Uint8Array ? piece(body) : body, { status, statusText: text, headers });
}

/** Bytes as a stream of one piece: Chromium makes a blob of bytes that are given as they are, which goes by its main process and costs a request half as much again. */
function piece(bytes: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
}

/** The page is shown in a frame of an isolated page of another origin. */
function embed(headers: Headers, document: boolean): void {
  if (!/^(?:require-corp|credentialless)\b/.test(headers.get('cross-origin-embedder-policy') ?? '')) headers.set('cross-origin-embedder-policy', EMBEDDER);
  if (!document) {
    if (!headers.has('cross-origin-resource-policy')) headers.set('cross-origin-resource-policy', 'cross-origin');
    return;
  }
  headers.set('cross-origin-resource-policy', 'cross-origin');
  headers.set('origin-agent-cluster', '?1');
  headers.delete('x-frame-options');
}

function pageMarkup(extra: PreviewScript | null, nonce: string, path: string): string {
  const own = `<script src="${RESERVED}page.js?path=${encodeURIComponent(path)}" nonce="${nonce}"></script>`;
  if (!extra) return own;
  if (extra.type === 'importmap') return `${own}<script type="importmap" nonce="${nonce}">${extra.source.replaceAll('</', '<\\/')}</script>`;
  const src = isAddress(extra.source) ? extra.source.replaceAll('&', '&amp;').replaceAll('"', '&quot;') : `${RESERVED}script.js`;
  return `${own}<script src="${src}" nonce="${nonce}"${extra.type ? ` type="${extra.type}"` : ''}${extra.async ? ' async' : ''}${extra.defer ? ' defer' : ''}></script>`;
}

/** Whether a preview script is given by its address instead of its text. */
export const isAddress = (source: string): boolean => /^(?:https?:)?\/\/[^\s"'`;]+$|^\/[^\s"'`;/*][^\s"'`;]*\.m?js(?:\?[^\s"'`;]*)?$/.test(source);

function append(headers: Headers, name: string, value: string): void {
  try {
    headers.append(name, value);
  } catch {
    // Characters that a response of the browser cannot hold.
  }
}

export function streamOf(body: Uint8Array | ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  if (body instanceof ReadableStream) return body;
  return new Response(body as BodyInit).body!;
}

const randomNonce = (): string => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(15))));

/** Value of a header of an answer. */
export const headerOf = (headers: HeaderList, name: string): string | undefined => headers.find(([key]) => key.toLowerCase() === name)?.[1];
