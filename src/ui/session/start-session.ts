/** The session of the page, loaded beside it: what a reload comes back to. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SecretStore } from '../../project/secrets.ts';
import type { AgentSession } from '../agent/agent-session.ts';
import type { Conversations } from './conversations.ts';
import type { Session, SessionParts } from './session.ts';

export interface PageSession {
  /** Undefined until they are loaded, and where nothing can be kept. */
  readonly conversations: StoreApi<Conversations | undefined>;
  /** Puts back what was shown, and opens the terminals when `shells` resolves. To be called once. */
  restore(parts: SessionParts, shells: Promise<unknown>): Promise<void>;
  /** Writes everything that waits; resolves when it is written, or cannot be. */
  flush(): Promise<void>;
  /** Whether unsaved text would come back after a reload. */
  safe(): boolean;
  /** Stops writing and removes what is kept of the project's tabs and conversations. */
  forget(): Promise<void>;
}

export function startSession(project: string, secrets: SecretStore, agent: AgentSession): PageSession {
  const conversations = createStore<Conversations | undefined>(() => undefined);
  const loading = (async () => {
    const [{ openSession }, { createConversations }, { openSessionDb }] = await Promise.all([import('./session.ts'), import('./conversations.ts'), import('../../project/session-db.ts')]);
    const db = openSessionDb();
    const shown = createStore<string | undefined>(() => undefined);
    const session = await openSession({ project, db, secrets, conversation: shown });
    const talks = createConversations({ project, db, secrets, agent });
    // What the page shows by now goes on; else the conversation of before the reload.
    if (session.conversation !== undefined && agent.store.getState().timeline.items.length === 0) await talks.open(session.conversation).catch(() => undefined);
    shown.setState(talks.store.getState().active, true);
    talks.store.subscribe(({ active }) => { if (active !== shown.getState()) shown.setState(active, true); });
    conversations.setState(talks, true);
    return { db, session, talks };
  })();
  let opened: { session: Session } | undefined;
  loading.then((loaded) => { opened = loaded; }, () => undefined);

  return {
    conversations,
    async restore(parts, shells) {
      try {
        await (await loading).session.restore(parts, shells);
      } catch {
        // The page works without: one terminal, as at a first visit.
        await shells.then(() => (parts.terminals.store.getState().tabs.length === 0 ? parts.terminals.open() : undefined), () => undefined);
      }
    },
    async flush() {
      await loading.then(({ session, talks }) => Promise.all([session.flush(), talks.flush()]), () => undefined);
    },
    safe: () => opened?.session.safe() ?? false,
    async forget() {
      await loading.then(async ({ db, session, talks }) => {
        session.close();
        talks.close();
        await db.forget(project);
      }, () => undefined);
    },
  };
}
