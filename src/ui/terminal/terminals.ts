/** The open terminals. Each lives outside React, so moving its pane (or turning a phone) never loses its contents. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import type { TerminalSession } from './terminal-session.ts';

export interface TerminalTab {
  id: number;
  title: string;
  state: 'starting' | 'running' | 'ended' | 'failed';
  session: TerminalSession | undefined;
  /** Why it failed. */
  reason?: string;
}

export interface TerminalsState {
  tabs: readonly TerminalTab[];
  active: number | undefined;
}

export interface Terminals {
  readonly store: StoreApi<TerminalsState>;
  /** Opens one more and shows it. */
  open(): Promise<void>;
  close(id: number): void;
  show(id: number): void;
  closeAll(): void;
}

export function createTerminals(sandbox: Sandbox, screenReader: () => boolean): Terminals {
  const store = createStore<TerminalsState>(() => ({ tabs: [], active: undefined }));
  let lastId = 0;
  const patch = (id: number, change: Partial<TerminalTab>): void => {
    store.setState(({ tabs }) => ({ tabs: tabs.map((tab) => (tab.id === id ? { ...tab, ...change } : tab)) }));
  };

  return {
    store,
    async open() {
      const id = ++lastId;
      store.setState(({ tabs }) => ({ tabs: [...tabs, { id, title: `Terminal ${id}`, state: 'starting', session: undefined }], active: id }));
      try {
        const { createTerminalSession } = await import('./terminal-session.ts');
        const session = createTerminalSession(sandbox, { screenReader: screenReader(), onState: (state) => patch(id, { state }) });
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
