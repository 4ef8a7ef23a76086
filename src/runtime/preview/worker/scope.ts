/** What of a service worker's global scope is used here. TypeScript's own list of it cannot be loaded beside that of pages. */

export interface WorkerClient { readonly id: string; readonly url: string; postMessage(message: unknown, transfer?: Transferable[]): void }

export interface LifecycleEvent extends Event { waitUntil(work: Promise<unknown>): void }

export interface RequestEvent extends LifecycleEvent { readonly request: Request; readonly clientId: string; respondWith(response: Response | Promise<Response>): void }

export interface ClientMessageEvent extends LifecycleEvent { readonly data: unknown; readonly ports: readonly MessagePort[]; readonly source: WorkerClient | null }

export interface WorkerScope {
  readonly location: Location;
  readonly clients: { matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly WorkerClient[]>; claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: LifecycleEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: RequestEvent) => void): void;
  addEventListener(type: 'message', listener: (event: ClientMessageEvent) => void): void;
}
