/**
 * `XMLHttpRequest.upload`: of a request that a service worker answers a browser tells that the upload begins, and no more. Its progress to the end, `load` and `loadend` come here, when the server's answer begins:
 * the server has the body by then, or wants no more of it.
 */
import { type PreviewAddress, sandboxPort } from '../worker/address.ts';

type Body = Document | XMLHttpRequestBodyInit | null | undefined;

export function tellUploads(own: PreviewAddress): void {
  const { open, send } = XMLHttpRequest.prototype;
  /** Requests that were opened: whether a server of the sandbox answers them, and the bytes that are on their way to it. */
  const uploads = new WeakMap<XMLHttpRequest, { served: boolean; total: number | null }>();
  const look = ({ target }: Event): void => {
    const request = target as XMLHttpRequest;
    const upload = uploads.get(request);
    if (request.readyState !== XMLHttpRequest.HEADERS_RECEIVED || !upload || upload.total === null) return;
    const { total } = upload;
    upload.total = null;
    for (const type of ['progress', 'load', 'loadend']) request.upload.dispatchEvent(new ProgressEvent(type, { lengthComputable: true, loaded: total, total }));
  };
  XMLHttpRequest.prototype.open = function (this: XMLHttpRequest, method: string, address: string | URL, async: boolean = true, ...who: (string | null | undefined)[]) {
    // Before the page's own listeners, which hear of the answer after the upload has ended. Not on `upload` itself: a listener there changes which requests may be sent to another origin.
    if (!uploads.has(this)) this.addEventListener('readystatechange', look);
    const served = async && !/^(?:get|head)$/i.test(method) && URL.canParse(String(address), document.baseURI) && sandboxPort(new URL(address, document.baseURI), own) !== null;
    uploads.set(this, { served, total: null });
    open.call(this, method, address, async, ...who);
  };
  XMLHttpRequest.prototype.send = function (this: XMLHttpRequest, body?: Body) {
    const upload = uploads.get(this);
    if (upload?.served && body !== null && body !== undefined) upload.total = sizeOf(body);
    send.call(this, body);
  };
}

function sizeOf(body: NonNullable<Body>): number {
  if (body instanceof Blob) return body.size;
  if (body instanceof FormData) return sizeOfForm(body);
  if (body instanceof ArrayBuffer || ArrayBuffer.isView(body)) return body.byteLength;
  return bytes(body instanceof Document ? new XMLSerializer().serializeToString(body) : String(body));
}

const bytes = (text: string): number => new TextEncoder().encode(text).length;

/** As a browser writes a form: `----WebKitFormBoundary` and sixteen letters between its parts. */
const BOUNDARY = 2 + 38;

function sizeOfForm(form: FormData): number {
  const quoted = (text: string): number => bytes(text.replaceAll(/\r\n|\r|\n/g, '%0D%0A').replaceAll('"', '%22'));
  let total = BOUNDARY + '--\r\n'.length;
  for (const [name, value] of form) {
    total += BOUNDARY + '\r\nContent-Disposition: form-data; name=""\r\n\r\n\r\n'.length + quoted(name);
    if (typeof value === 'string') total += bytes(value.replaceAll(/\r\n|\r|\n/g, '\r\n'));
    else total += '; filename=""\r\nContent-Type: '.length + quoted(value.name) + (value.type || 'application/octet-stream').length + value.size;
  }
  return total;
}
