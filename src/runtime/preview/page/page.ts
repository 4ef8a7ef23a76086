/** The script in every page of a preview. It runs before the page's own. */
import type { PageSettings } from '../messages.ts';
import { PageLink } from './page-link.ts';

/** What the service worker wrote around this script. */
declare const __settings: PageSettings;

const link = new PageLink();
void link;
void __settings;
