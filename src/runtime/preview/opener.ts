/** The site that opened this tab. The browser tells it to the first page of the tab only, and the page that installs the service worker may be that one. */

const KEY = 'tabloom-preview-opener';

/** Its origin, when it is not our own site; null when it is, or nothing is known. */
export function openerSite(base: string): string | null {
  if (document.referrer !== '') sessionStorage.setItem(KEY, new URL(document.referrer).origin);
  const origin = sessionStorage.getItem(KEY);
  if (origin === null || !/^https?:\/\//.test(origin)) return null;
  const site = base.replace(/:\d+$/, '');
  const { hostname } = new URL(origin);
  return hostname === site || hostname.endsWith(`.${site}`) ? null : origin;
}
