/** The conversations with the agent of one project: one is shown, the others are kept. Encrypted, because steps print what they read. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Locks } from '../../project/project-use.ts';
import type { ConversationRecord, SessionDb } from '../../project/session-db.ts';
import type { SecretStore } from '../../project/secrets.ts';
import { AppError } from '../../shared/errors.ts';
import type { AgentSession } from '../agent/agent-session.ts';
import { emptyTimeline } from '../agent/timeline.ts';
import { decodeBody, encodeBody, interrupted, titleOf } from './conversation-body.ts';
import { writeLater } from './write-later.ts';

export interface ConversationHead {
  id: string;
  title: string;
  at: number;
  /** Another tab shows it. */
  elsewhere: boolean;
}

export interface ConversationsState {
  /** The latest first. */
  list: readonly ConversationHead[];
  /** The one that is shown; undefined while it is new and empty. */
  active: string | undefined;
}

export interface Conversations {
  readonly store: StoreApi<ConversationsState>;
  refresh(): Promise<void>;
  /** Shows an empty one. @throws AppError `busy` while the agent runs, as the others */
  start(): Promise<void>;
  /** @throws AppError `in_use` when another tab shows it, `not_found` */
  open(id: string): Promise<void>;
  /** @throws AppError `in_use` */
  remove(id: string): Promise<void>;
  /** Writes what has changed; resolves when it is written, or cannot be. */
  flush(): Promise<void>;
  close(): void;
}

export interface ConversationsOptions {
  project: string;
  db: Pick<SessionDb, 'conversations' | 'putConversation' | 'removeConversations'>;
  secrets: Pick<SecretStore, 'seal' | 'unseal'>;
  agent: Pick<AgentSession, 'store' | 'load'>;
  locks?: Locks | undefined;
}

const WRITE_MS = 700;
/** The page before this one may still be on its way out. */
const LEAVING_MS = 1500;
/** Of a project; the oldest go. */
const MAX_KEPT = 50;

export function createConversations({ project, db, secrets, agent, locks = globalThis.navigator?.locks }: ConversationsOptions): Conversations {
  const store = createStore<ConversationsState>(() => ({ list: [], active: undefined }));
  let created = Date.now();
  let release = (): void => undefined;
  let closed = false;
  /** Raised by whoever wants to see another conversation: of two the later one counts. */
  let wishes = 0;
  const lockOf = (id: string): string => `tabloom-conversation:${project}:${id}`;

  /** One tab at a time: two would write over each other. @returns lets it go; undefined when another tab has it */
  const hold = (id: string, ms: number): Promise<(() => void) | undefined> => new Promise((resolve) => {
    if (!locks) return resolve(() => undefined);
    locks.request(lockOf(id), { signal: AbortSignal.timeout(ms) }, () => new Promise<void>((done) => resolve(done)))
      .catch((error: unknown) => resolve((error as Error).name === 'TimeoutError' ? undefined : () => undefined));
  });

  const refresh = async (): Promise<void> => {
    const { held = [] } = await locks?.query().catch(() => ({ held: [] })) ?? {};
    const open = new Set(held.map(({ name }) => name));
    const { active } = store.getState();
    const records = (await db.conversations(project).catch((): ConversationRecord[] => [])).sort((a, b) => b.at - a.at);
    const list: ConversationHead[] = [];
    for (const { id, at, title } of records) {
      // What cannot be read any more is of no use to anybody.
      const words = await secrets.unseal(title).catch(() => undefined);
      if (words === undefined) continue;
      list.push({ id, at, title: words === '' ? 'Without a task' : words, elsewhere: id !== active && open.has(lockOf(id)) });
    }
    store.setState({ list });
    const old = records.slice(MAX_KEPT).filter(({ id }) => !open.has(lockOf(id)));
    if (old.length > 0) await db.removeConversations(project, old.map(({ id }) => id)).catch(() => undefined);
  };

  const write = async (): Promise<void> => {
    const { active } = store.getState();
    const { timeline, history, running } = agent.store.getState();
    if (closed || active === undefined || timeline.items.length === 0) return;
    try {
      const [title, body] = await Promise.all([secrets.seal(titleOf(timeline)), secrets.seal(encodeBody({ timeline, history }))]);
      // It may have been deleted while it was sealed.
      if (store.getState().active === active) await db.putConversation({ project, id: active, created, at: Date.now(), running, title, body });
    } catch {
      // Refused or full storage: the conversation lasts as long as the page.
    }
  };
  const writer = writeLater(write, WRITE_MS);
  const { flush } = writer;

  const unsubscribe = agent.store.subscribe(({ timeline }, before) => {
    if (timeline.items === before.timeline.items && agent.store.getState().running === before.running) return;
    if (timeline.items.length === 0) return;
    if (store.getState().active === undefined) {
      const id = crypto.randomUUID();
      created = Date.now();
      store.setState({ active: id });
      void hold(id, LEAVING_MS).then((taken) => {
        // Another one may be shown by now.
        if (closed || store.getState().active !== id) taken?.();
        else if (taken) release = taken;
      });
    }
    writer.soon();
  });

  const refuseWhileRunning = (): void => {
    if (agent.store.getState().running) throw new AppError('busy', 'The agent is working. Stop it first.');
  };
  const letGo = (): void => {
    release();
    release = () => undefined;
  };
  const showEmpty = (): void => {
    wishes++;
    letGo();
    store.setState({ active: undefined });
    agent.load({ timeline: emptyTimeline, history: [] });
  };

  return {
    store, refresh, flush,
    async start() {
      refuseWhileRunning();
      await flush();
      // Writing took a moment: a task may have been given in it.
      refuseWhileRunning();
      showEmpty();
      await refresh();
    },
    async open(id) {
      refuseWhileRunning();
      const shown = store.getState().active;
      if (id === shown) return;
      const wish = ++wishes;
      await flush();
      const taken = await hold(id, LEAVING_MS);
      if (!taken) throw new AppError('in_use', 'Another tab shows this conversation.');
      const record = await db.conversations(project).then((all) => all.find((one) => one.id === id), () => undefined);
      const body = record && await secrets.unseal(record.body).then(decodeBody, () => undefined);
      if (!record || !body) {
        taken();
        throw new AppError('not_found', 'This conversation can no longer be read.');
      }
      // Reading took a moment. What was begun by then is shown, and would be written over this one.
      if (agent.store.getState().running || store.getState().active !== shown || wish !== wishes) {
        taken();
        throw new AppError('busy', 'Another conversation was begun meanwhile.');
      }
      letGo();
      release = taken;
      created = record.created;
      store.setState({ active: id });
      agent.load(record.running ? interrupted(body) : body);
      await refresh();
    },
    async remove(id) {
      if (id === store.getState().active) {
        refuseWhileRunning();
        showEmpty();
      } else if ((await locks?.query())?.held?.some(({ name }) => name === lockOf(id))) throw new AppError('in_use', 'Another tab shows this conversation.');
      // After what may still be on its way to the store.
      await writer.settled();
      await db.removeConversations(project, [id]);
      await refresh();
    },
    close() {
      closed = true;
      unsubscribe();
      writer.cancel();
      letGo();
    },
  };
}
