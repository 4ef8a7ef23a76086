/** The open terminals. Each lives outside React, so moving its pane (or turning a phone) never loses its contents. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Terminals as Shells } from '../../sandbox/terminal-hub.ts';
import type { TerminalSession } from './terminal-session.ts';

export interface TerminalTab {
  id: number;
  title: string;
  state: 'starting' | 'running' | 'ended' | 'failed';
  session: TerminalSession | undefined;
  /** Of the shell among those of all tabs, while it runs. */
  shell: string | undefined;
  /** Why it failed. */
  reason?: string;
}

export interface TerminalsState {
  tabs: readonly TerminalTab[];
  active: number | undefined;
}

export interface OpenTerminalOptions {
  /** What an earlier terminal showed (`TerminalSession.serialize`). */
  restored?: string;
  /** A terminal of another tab, to be shown here too. */
  join?: { id: string; title: string };
  /** A command line to run at once. */
  command?: string;
  /** The one that is shown stays so. */
  behind?: boolean;
}

export interface Terminals {
  readonly store: StoreApi<TerminalsState>;
  /** The shells of all tabs. */
  readonly shells: Shells;
  /** Opens one more and shows it. */
  open(options?: OpenTerminalOptions): Promise<void>;
  close(id: number): void;
  show(id: number): void;
  closeAll(): void;
}

export function createTerminals(shells: Shells, screenReader: () => boolean): Terminals {
  const store = createStore<TerminalsState>(() => ({ tabs: [], active: undefined }));
  let lastId = 0;
  const patch = (id: number, change: Partial<TerminalTab>): void => {
    store.setState(({ tabs }) => ({ tabs: tabs.map((tab) => (tab.id === id ? { ...tab, ...change } : tab)) }));
  };

  return {
    store, shells,
    async open({ restored, join, command, behind = false } = {}) {
      const id = ++lastId;
      const own = `Terminal ${id}`;
      const title = join?.title ?? own;
      store.setState(({ tabs, active }) => ({ tabs: [...tabs, { id, title, state: 'starting', session: undefined, shell: join?.id }], active: behind ? (active ?? id) : id }));
      try {
        const { createTerminalSession } = await import('./terminal-session.ts');
        const session = createTerminalSession(shells, {
          title: own, restored, join: join?.id, command, screenReader: screenReader(),
          // A shell that is started here after the other tab's has ended is nobody else's.
          onState: (state, shell) => patch(id, { state, shell, ...(shell === undefined || shell === join?.id ? {} : { title: own }) }),
        });
        if (!store.getState().tabs.some((tab) => tab.id === id)) return session.dispose();
        patch(id, { session });
      } catch (error) {
        patch(id, { state: 'failed', reason: error instanceof Error ? error.message : String(error) });
      }
    },
    close(id) {
      const { tabs, active } = store.getState();
      const at = tabs.findIndex((tab) => tab.id === id);
      if (at < 0) return;
      tabs[at].session?.dispose();
      const rest = tabs.filter((tab) => tab.id !== id);
      store.setState({ tabs: rest, active: active === id ? (rest[at] ?? rest[at - 1])?.id : active });
    },
    show: (id) => store.setState({ active: id }),
    closeAll() {
      for (const tab of store.getState().tabs) tab.session?.dispose();
      store.setState({ tabs: [], active: undefined });
    },
  };
}
