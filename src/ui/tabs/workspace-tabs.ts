/** The page's part in a project that several tabs have open: who runs the sandbox, what the page shows of the owner's state, and what happened at the last change of owners. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AttachedSandbox } from '../../sandbox/attached/attach-sandbox.ts';
import type { ProjectChanges } from '../../project/changes.ts';
import type { DurableFs } from '../../project/durable-fs.ts';
import { mirrorProject, type DurableMirror, type SaveState } from '../../project/durable-mirror.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import type { Json } from '../../shared/json.ts';
import type { ToolsState, Trouble } from '../app-model.ts';
import type { RunningPrograms, RunningServer } from '../../sandbox/seat/running-programs.ts';
import { fatesOf, sameProgram, type Fate, type LostServer } from './lost-servers.ts';
import { parseLost, parseRunning, parseSaveState, parseToolsState } from './owner-states.ts';

interface LostPrograms {
  servers: readonly LostServer[];
  programs: readonly string[];
}

/** What a person is told of a change of owners. */
export type TabsNotice =
  /** `by`: this tab runs the sandbox now, or a third one does. `silent`: the one before did not answer any more, and may still be open. */
  | ({ kind: 'changed'; by: 'this' | 'other'; silent: boolean } & LostPrograms)
  /** This tab did not answer for a while, and another one took over; there is text here that is nowhere else. */
  | { kind: 'superseded' }
  /** This tab was superseded and has loaded again. */
  | { kind: 'returned' };

export interface TabsState {
  /** `changing`: the tab that ran the sandbox is gone, and the next one starts it. */
  role: 'starting' | 'own' | 'attached' | 'changing';
  notice: TabsNotice | undefined;
}

export interface OwnParts {
  durable: DurableFs | undefined;
  tools: StoreApi<ToolsState>;
  prepared: Promise<unknown>;
}

export interface WorkspaceTabs {
  readonly store: StoreApi<TabsState>;
  readonly saving: StoreApi<SaveState>;
  readonly tools: StoreApi<ToolsState>;
  /** What runs, to be named when it is lost; whoever runs the sandbox writes it. */
  readonly running: StoreApi<RunningPrograms>;
  /** What attached tabs are shown of this one's state, and what they may ask. */
  readonly published: { states: Record<string, StoreApi<Json>>; asks: Record<string, (params: Json) => Promise<Json | undefined>> };
  /** The sandbox is this tab's own; changes are saved from now on. */
  own(parts: OwnParts): void;
  /** The sandbox is another tab's. */
  attach(sandbox: AttachedSandbox): void;
  /** The tab that ran the sandbox is gone. */
  lost(silent: boolean): void;
  /** Another tab took over while this one did not answer: nothing is saved from here any more. */
  superseded(unsaved: boolean): void;
  /** This page is one that was superseded, loaded again. */
  returned(): void;
  /** Resolves when everything is on disk, or the attempt failed. */
  flush(): Promise<void>;
  /** Starts the sandbox anew with the saved files: by loading the page that runs it again, whereupon another tab follows it. */
  restart(): Promise<void>;
  /** Forgets the durable copy; in an attached tab the owner does it. */
  wipe(): Promise<void>;
  dismiss(): void;
  /** Of a server in the notice. */
  setFate(port: number, fate: Fate): void;
  /** This tab starts it again by itself. @returns whether its program is not one that it has started already */
  startsAgain(server: RunningServer): boolean;
  wasStartedAgain(server: RunningServer): boolean;
}

export function createWorkspaceTabs(sandbox: Sandbox, changes: ProjectChanges, trouble: StoreApi<Trouble>): WorkspaceTabs {
  /** In the sandbox, whosever it is. */
  const running = createStore<RunningPrograms>(() => ({ servers: [], programs: [] }));
  const store = createStore<TabsState>(() => ({ role: 'starting', notice: undefined }));
  const saving = createStore<SaveState>(() => ({ state: 'saved' }));
  const tools = createStore<ToolsState>(() => ({ state: 'starting' }));
  let mirror: DurableMirror | undefined;
  let durable: DurableFs | undefined;
  let attached: AttachedSandbox | undefined;
  let pending: ({ silent: boolean } & LostPrograms) | undefined;
  const again: RunningServer[] = [];
  let unfollow = (): void => undefined;

  const follow = <T>(source: StoreApi<T>, target: StoreApi<T>): (() => void) => {
    target.setState(source.getState(), true);
    return source.subscribe((state) => target.setState(state, true));
  };
  const seated = (role: 'own' | 'attached'): void => {
    const notice: TabsNotice | undefined = pending && { kind: 'changed', by: role === 'own' ? 'this' : 'other', ...pending };
    pending = undefined;
    store.setState({ role, ...(notice ? { notice } : {}) });
  };

  return {
    store, saving, tools, running,
    published: {
      states: { saving: saving as unknown as StoreApi<Json>, tools: tools as unknown as StoreApi<Json>, running: running as unknown as StoreApi<Json>, trouble: trouble as unknown as StoreApi<Json> },
      asks: {
        flush: async () => { await mirror?.flush(); return undefined; },
        restart: async () => { setTimeout(() => location.reload()); return undefined; },
        // This page has the old files in its sandbox, and loads again with whoever asked.
        wipe: async () => { mirror?.close(); await durable?.wipe(); setTimeout(() => location.reload()); return undefined; },
      },
    },
    own(parts) {
      attached = undefined;
      unfollow();
      ({ durable } = parts);
      mirror = durable && mirrorProject(sandbox, changes, durable, parts.prepared);
      const stops = [follow(parts.tools, tools), ...(mirror ? [follow(mirror.status, saving)] : [])];
      if (!mirror) saving.setState({ state: 'memory' }, true);
      unfollow = () => { for (const stop of stops) stop(); };
      void mirror?.rescan();
      seated('own');
    },
    attach(next) {
      attached = next;
      unfollow();
      const show = (): void => {
        const now = next.states.getState();
        saving.setState(parseSaveState(now.saving) ?? saving.getState(), true);
        tools.setState(parseToolsState(now.tools) ?? tools.getState(), true);
        running.setState(parseRunning(now.running), true);
        trouble.setState({ lost: parseLost(now.trouble) });
      };
      show();
      unfollow = next.states.subscribe(show);
      seated('attached');
    },
    lost(silent) {
      unfollow();
      unfollow = () => undefined;
      const { servers, programs } = running.getState();
      pending = { silent, programs, servers: fatesOf(servers, silent, Date.now()) };
      running.setState({ servers: [], programs: [] }, true);
      tools.setState({ state: 'starting' }, true);
      trouble.setState({ lost: undefined });
      store.setState({ role: 'changing' });
    },
    superseded(unsaved) {
      unfollow();
      // First: whoever waits for what was saved last to be in the copy is let go by the mirror's end, and must not take it for kept.
      saving.setState({ state: 'stopped', reason: 'Another tab runs this project now.' }, true);
      mirror?.close();
      mirror = undefined;
      store.setState({ role: 'changing', ...(unsaved ? { notice: { kind: 'superseded' } } : {}) });
    },
    flush: async () => { await (attached ? attached.ask('flush', null) : mirror?.flush()); },
    async restart() {
      if (attached) await attached.ask('restart', null);
      else location.reload();
    },
    async wipe() {
      if (attached) return void await attached.ask('wipe', null);
      mirror?.close();
      await durable?.wipe();
    },
    returned: () => store.setState({ notice: { kind: 'returned' } }),
    dismiss: () => store.setState({ notice: undefined }),
    setFate: (port, fate) => store.setState(({ notice }) => (notice?.kind === 'changed' ? { notice: { ...notice, servers: notice.servers.map((server) => (server.port === port ? { ...server, fate } : server)) } } : {})),
    startsAgain: (server) => !again.slice(0, again.push(server) - 1).some((other) => sameProgram(other, server)),
    wasStartedAgain: (server) => again.some((other) => other.port === server.port || sameProgram(other, server)),
  };
}
