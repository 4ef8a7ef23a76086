/** What the server itself answers on a preview's address, when no service worker did: installs it and loads the page again. */
import { RESERVED, TRIES } from './messages.ts';
import { openerSite } from './opener.ts';
import { previewAddress } from './worker/address.ts';

/** A page that comes back to this one again and again, with none in between that was served, is told so instead. */
const MAX_TRIES = 4;

async function start(): Promise<void> {
  if (!('serviceWorker' in navigator)) throw new Error('This browser allows no service workers here, and previews need one. In a private window or inside another site, open the preview in a tab of its own.');
  openerSite(previewAddress(location).base);
  const tries = Number(sessionStorage.getItem(TRIES) ?? 0) + 1;
  sessionStorage.setItem(TRIES, String(tries));
  if (tries > MAX_TRIES) {
    sessionStorage.removeItem(TRIES);
    throw new Error('The service worker of this preview was installed, but does not answer. Load the page again; where the developer tools are open, switch “Bypass for network” off.');
  }
  await navigator.serviceWorker.register(`${RESERVED}worker.js`, { scope: '/', updateViaCache: 'none' });
  await navigator.serviceWorker.ready;
  location.reload();
}

start().catch((error: unknown) => {
  document.getElementById('text')!.textContent = error instanceof Error ? error.message : String(error);
});
