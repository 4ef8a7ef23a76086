/** Tells our own app, when it is the page around this one. Nobody else gets it: the message names the app's origin. */
import type { PageNews } from '../messages.ts';

type News = PageNews extends infer One ? (One extends PageNews ? Omit<One, 't'> : never) : never;

const app = `${location.protocol}//${location.host.replace(/^\d+-[a-z0-9]+\./, '')}`;

export function announce(news: News): void {
  if (parent === window) return;
  parent.postMessage({ t: 'tabloom-preview', ...news }, app);
}

/** F6 leads around the app as from everywhere else in it; without this the keyboard could not leave the frame but by the page's last element. */
export function announceLeaving(): void {
  addEventListener('keydown', (event) => {
    if (event.key !== 'F6' || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    announce({ news: 'leave', backwards: event.shiftKey });
  });
}

/** Where the page is and what it is called, now and whenever that changes. */
export function announcePlace(): void {
  let last = '';
  const look = (): void => {
    const path = `${location.pathname}${location.search}${location.hash}`;
    const key = `${path}\n${document.title}`;
    if (key === last) return;
    last = key;
    announce({ news: 'place', path: path.slice(0, 4000), title: document.title.slice(0, 200) });
  };
  for (const name of ['pushState', 'replaceState'] as const) {
    const original = history[name];
    history[name] = function (this: History, ...args: Parameters<History['pushState']>) {
      original.apply(this, args);
      look();
    };
  }
  for (const event of ['popstate', 'hashchange', 'DOMContentLoaded', 'load', 'pageshow']) addEventListener(event, look);
  look();
}
