/** What all previews of one sandbox share: connections, cookies, pages, and what the embedder asked for. */
import type { Loopback, PreviewEvents } from '../contract.ts';
import type { ForwardErrors, PageSettings, PortCookies, PreviewScript } from '../messages.ts';
import { Connections } from './connections.ts';
import { CookieJar } from './cookie-jar.ts';
import { PageLink } from './page-link.ts';

export class PreviewState {
  readonly network: Loopback;
  readonly connections: Connections;
  readonly events: PreviewEvents;
  script: PreviewScript | null = null;
  forward: ForwardErrors = false;
  private readonly jars = new Map<number, CookieJar>();
  private readonly pages = new Set<PageLink>();
  private pageCount = 0;

  constructor(network: Loopback, events: PreviewEvents, kept: PortCookies) {
    this.network = network;
    this.events = events;
    this.connections = new Connections(network);
    for (const [port, cookies] of kept) this.jars.set(port, new CookieJar(cookies));
  }

  jar(port: number): CookieJar {
    let jar = this.jars.get(port);
    if (!jar) this.jars.set(port, (jar = new CookieJar()));
    return jar;
  }

  /** `Set-Cookie` values of an answer; the pages of that port hear of the change. */
  takeCookies(port: number, path: string, cookies: string[], byScript = false): void {
    const jar = this.jar(port);
    let taken = false;
    for (const text of cookies) taken = jar.set(text, path, byScript) || taken;
    if (!taken) return;
    this.events.cookies(port, jar.kept());
    for (const page of this.pages) if (page.page.server === port) page.showCookies();
  }

  pageSettings(port: number, path: string): PageSettings {
    return { cookies: this.jar(port).get(path, true), forward: this.forward };
  }

  addPage(port: MessagePort, server: number, path: string): void {
    const page: PageLink = new PageLink(port, { server, path, id: `${server}-${++this.pageCount}` }, this, () => this.pages.delete(page));
    this.pages.add(page);
  }

  close(): void {
    for (const page of [...this.pages]) page.close();
    this.connections.close();
  }
}
