/**
 * Links with `download`. A browser asks for what they lead to past the service worker, and would save the page that waits in the server's place; so the file is fetched and saved from memory. Other downloads,
 * of answers with `Content-Disposition: attachment`, go through the worker as any request does.
 */
import type { PreviewAddress } from '../worker/address.ts';

// As they are before the page's own scripts can put others in their place.
const { click } = HTMLElement.prototype;
const ask = fetch;

export function saveDownloads(own: PreviewAddress): void {
  const take = (event: Event): void => {
    const link = event.target instanceof Element ? event.target.closest('a[href][download], area[href][download]') : null;
    if (!(link instanceof HTMLAnchorElement) && !(link instanceof HTMLAreaElement)) return;
    // Of another origin's file a browser ignores the attribute; a blob or a data address asks nobody.
    if (new URL(link.href, document.baseURI).origin !== own.origin || event.defaultPrevented) return;
    const { href, download } = link;
    decideLater(event, () => void save(href, download).catch((error: unknown) => console.error(`${href} could not be downloaded: ${error instanceof Error ? error.message : String(error)}`)));
  };
  addEventListener('click', take, true);
  // The usual way to save what a script has made is a link that is in no document, whose clicks the window does not see.
  HTMLElement.prototype.click = function (this: HTMLElement) {
    if (!this.isConnected && this instanceof HTMLAnchorElement) this.addEventListener('click', take, { capture: true, once: true });
    click.call(this);
  };
}

/** Keeps the browser from doing what the click means, and does it in its place, unless one of the page's own listeners has said no by then. They come later and must not find the event decided. */
function decideLater(event: Event, act: () => void): void {
  event.preventDefault();
  let prevented = false;
  const prevent = (): void => {
    prevented = true;
  };
  Object.defineProperties(event, {
    defaultPrevented: { configurable: true, get: () => prevented },
    returnValue: { configurable: true, get: () => !prevented, set: (value: unknown) => void (value || prevent()) },
    preventDefault: { configurable: true, value: prevent },
  });
  setTimeout(() => void (prevented || act()));
}

async function save(href: string, wanted: string): Promise<void> {
  const answer = await ask(href);
  if (!answer.ok) throw new Error(`the server answered ${answer.status} ${answer.statusText}`.trim());
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await answer.blob());
  link.download = nameOf(answer.headers.get('content-disposition') ?? '') || wanted || decodeURIComponent(new URL(answer.url || href).pathname.split('/').at(-1)!) || 'download';
  click.call(link);
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** The name that the server gives; it counts more than the page's. */
function nameOf(disposition: string): string {
  const encoded = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(disposition)?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  const [, quoted, plain] = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition) ?? [];
  return quoted?.replaceAll(/\\(.)/g, '$1') ?? plain ?? '';
}
