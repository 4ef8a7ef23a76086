/** Links and forms that name `localhost`, as programs write them, lead to the sandbox instead of the person's own machine. */
import { type PreviewAddress, toPreviewUrl } from '../worker/address.ts';

export function mapLinks(own: PreviewAddress): void {
  const mapped = (address: string): string => toPreviewUrl(address, new URL(document.baseURI), own);
  const fix = (target: EventTarget | null): void => {
    const link = target instanceof Element ? target.closest('a[href], area[href]') : null;
    if (!(link instanceof HTMLAnchorElement) && !(link instanceof HTMLAreaElement)) return;
    const address = mapped(link.href);
    if (address !== link.href) link.href = address;
  };
  // Before the page's own listeners, and for clicks that open a new tab too.
  for (const event of ['click', 'auxclick']) addEventListener(event, ({ target }) => fix(target), true);
  addEventListener('submit', ({ target, submitter }) => {
    if (submitter?.hasAttribute('formaction')) submitter.setAttribute('formaction', mapped((submitter as HTMLButtonElement).formAction));
    else if (target instanceof HTMLFormElement && target.hasAttribute('action')) target.setAttribute('action', mapped(new URL(target.getAttribute('action')!, document.baseURI).href));
  }, true);
  const { open } = window;
  window.open = (address?: string | URL, ...rest: [string?, string?]) => open.call(window, address === undefined ? address : mapped(String(address)), ...rest);
}
