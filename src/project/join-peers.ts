/** This tab among the others of its project: those of this browser, or those of a team that meet on a server. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { FindAgent } from '../peers/calls.ts';
import type { Peers } from '../peers/peers.ts';
import type { Coordination } from '../peers/port.ts';
import { throwIfAborted } from '../shared/abort.ts';
import { AppError } from '../shared/errors.ts';
import type { TeamServer } from './team-server.ts';

export type PeersState =
  /** `reason`: why it was over, when it was joined before. */
  | { state: 'joining'; reason?: string | undefined }
  /** `server`: where the others are met, when not in this browser. `problem`: why it is not the server that was wished for, which is tried again; or why this tab can meet no other. */
  | { state: 'joined'; peers: Peers; server?: string | undefined; problem?: string | undefined }
  /** Tabs cannot work together here; `reason` is a sentence. The page works by itself. */
  | { state: 'alone'; reason: string };

/** Peers on other machines. */
export interface Team {
  /** The name by which the machines know the project; its id is this browser's own. */
  name(): string;
  /** Calls back when that may have changed. */
  onName?(listener: () => void): unknown;
  server: TeamServer;
  /** How long until a server that did not answer is tried again; the last one stays. */
  retryMs?: readonly number[];
}

const RETRY_MS = [2_000, 5_000, 10_000, 30_000];

type Joined = Extract<PeersState, { state: 'joined' }> & { port: Coordination & { leave(): void } };

/** Joins in the background: nothing that the page needs at its start waits for it, and its code comes late. */
export function joinPeers(project: string, find: FindAgent, team?: Team): StoreApi<PeersState> {
  const store = createStore<PeersState>(() => ({ state: 'joining' }));
  let current: Joined | undefined;
  /** Each try to join; only the newest counts. */
  let newest = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let tries = 0;
  /** The name under which the others were looked for last. */
  let looked: string | undefined;
  const waits = team?.retryMs ?? RETRY_MS;

  function leave(next: PeersState): void {
    const { peers, port } = current ?? {};
    current = undefined;
    peers?.close();
    port?.leave();
    store.setState(next, true);
  }

  function show({ port, ...joined }: Joined): void {
    current = { port, ...joined };
    store.setState(joined, true);
  }

  const busy = (): boolean => (current?.peers.presence.store.getState().own.runs.length ?? 0) > 0;

  async function join(): Promise<void> {
    const mine = ++newest;
    const outdated = (): boolean => mine !== newest;
    clearTimeout(retry);
    const wanted = await team?.server.read();
    let problem: string | undefined;
    if (team && wanted) {
      try {
        const [{ joinNatsPeers }, { createPeers }] = await Promise.all([import('../peers/nats/coordination.ts'), import('../peers/peers.ts')]);
        looked = team.name();
        const port = await joinNatsPeers({ ...wanted, project: looked });
        // Who works among the tabs of this browser is not torn away from them: the server can wait.
        if (outdated() || busy()) {
          port.leave();
          if (!outdated()) again();
          return;
        }
        throwIfAborted(port.over);
        tries = 0;
        if (current) leave({ state: 'joining' });
        port.over.addEventListener('abort', () => {
          if (current?.port !== port) return;
          leave({ state: 'joining', reason: AppError.from(port.over.reason).message });
          void begin();
        });
        return show({ state: 'joined', port, peers: createPeers(port, { find }), server: wanted.address });
      } catch (error) {
        problem = AppError.from(error).message;
      }
      if (outdated()) return;
      again();
      if (current) {
        if (current.problem !== problem) show({ ...current, problem });
        return;
      }
    }
    const [{ joinBrowserPeers }, { createPeers }] = await Promise.all([import('../peers/browser/coordination.ts'), import('../peers/peers.ts')]);
    const { port, reason } = await joinBrowserPeers(project).then((joined) => ({ port: joined, reason: problem }), async (error: unknown) => {
      // Its own agents still have locks, calls and triggers among themselves.
      const { joinAlone } = await import('../peers/alone.ts');
      return { port: joinAlone(), reason: problem ?? AppError.from(error).message };
    });
    if (outdated()) return port.leave();
    show({ state: 'joined', port, peers: createPeers(port, { find }), problem: reason });
  }

  function again(): void {
    clearTimeout(retry);
    retry = setTimeout(() => void begin(), waits[Math.min(tries++, waits.length - 1)]);
  }

  const begin = (): Promise<void> => join().catch((error: unknown) => leave({ state: 'alone', reason: AppError.from(error).message }));

  team?.server.subscribe(() => {
    tries = 0;
    newest++;
    leave({ state: 'joining' });
    void begin();
  });
  // All others that have the project by its new name are elsewhere, tabs of this browser too. Whoever works stays until nobody does, as when a server is back.
  if (team) team.onName?.(() => {
    if (looked === undefined || looked === team.name() || (current && current.server === undefined)) return;
    tries = 0;
    void begin();
  });
  addEventListener('pagehide', () => {
    newest++;
    clearTimeout(retry);
    leave({ state: 'alone', reason: 'This page was left.' });
  });
  // A page that comes back from the browser's cache is another peer than the one that left.
  addEventListener('pageshow', ({ persisted }) => { if (persisted) void begin(); });
  void begin();
  return store;
}
