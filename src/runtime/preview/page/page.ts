/** The script in every page of a preview. It runs before the page's own. */
import { type PageSettings, TRIES } from '../messages.ts';
import { previewAddress } from '../worker/address.ts';
import { announceLeaving, announcePlace } from './announce.ts';
import { bridgeCookies } from './cookies.ts';
import { saveDownloads } from './downloads.ts';
import { replaceEventSource } from './event-source.ts';
import { reportFaults } from './faults.ts';
import { mapLinks } from './links.ts';
import { PageLink } from './page-link.ts';
import { answerReloads } from './reload.ts';
import { tellUploads } from './upload-events.ts';
import { replaceWebSocket } from './web-socket.ts';

/** What the service worker wrote around this script. */
declare const __settings: PageSettings;

const own = previewAddress(location);
const link = new PageLink();
bridgeCookies(link, __settings.cookies);
replaceWebSocket(link, own);
replaceEventSource(own);
reportFaults(link, __settings.forward);
answerReloads();
mapLinks(own);
saveDownloads(own);
tellUploads(own);
announcePlace();
if (parent !== window) announceLeaving();
// The service worker answers, also where the page before had unregistered it: many do that with whatever worker they find on `localhost`.
try {
  sessionStorage.removeItem(TRIES);
} catch { /* no storage for this frame: then nothing is counted either */ }
// The page is not to find what it was not served.
document.currentScript?.remove();
