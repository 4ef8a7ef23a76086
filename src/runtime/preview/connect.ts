/**
 * On the page that says that the sandbox is not open: where another site opened this tab, its sandbox may be in a frame there, which the browser keeps apart from this tab. That site's
 * `/webcontainer/connect/` page, made with the client's `setupConnect`, brings the two together.
 */
import type { FromConnect, ToConnect } from '../frames/messages.ts';
import type { LinkMessage } from './messages.ts';
import { openerSite } from './opener.ts';
import { previewAddress } from './worker/address.ts';

const own = previewAddress(location);
const site = openerSite(own.base);

if (site !== null) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = `Connect to ${new URL(site).host}`;
  button.onclick = () => connect(site);
  document.querySelector('main')!.append(button);
}

function connect(site: string): void {
  const popup = window.open(`${site}/webcontainer/connect/${own.id}`, 'tabloom-connect', 'popup,width=420,height=260');
  if (!popup) return;
  addEventListener('message', ({ source, origin, data }: MessageEvent<Partial<FromConnect> | null>) => {
    if (source !== popup || origin !== site || data?.t !== 'tabloom-connect') return;
    if (data.state === 'ready') {
      const { port1, port2 } = new MessageChannel();
      popup.postMessage({ t: 'tabloom-connect', link: port2 } satisfies ToConnect, site, [port2]);
      navigator.serviceWorker.controller?.postMessage({ t: 'tabloom-link' } satisfies LinkMessage, [port1]);
    } else {
      popup.postMessage('close', site);
      if (data.state === 'connected') location.reload();
    }
  });
}
