/** Who is here: what each peer tells of itself. For people to look at; nothing is decided by it, so a lost message costs only a moment. */
import * as z from 'zod';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Coordination } from './port.ts';

/** What a run shows of itself. `waiting`: for a trigger, without a place; `parked`: the trigger is there, a place is not yet. */
const run = z.object({
  run: z.string(), agent: z.string(), role: z.string(), state: z.enum(['running', 'waiting', 'parked']), status: z.string().max(500), since: z.number(), task: z.string().max(500),
  /** The call that it answers. */
  call: z.nullable(z.string()),
});

const info = z.object({
  session: z.string(),
  /** What the person chose to be called; empty until then. */
  name: z.string().max(60),
  since: z.number(),
  /** Whether the sandbox of the project runs in this peer. */
  owner: z.boolean(),
  /** How many more runs of agents it would begin now; 0 without a model. */
  free: z.number(),
  /** Whether somebody looks at it. */
  visible: z.boolean(),
  runs: z.array(run).max(200),
});

const news = z.union([z.object({ ask: z.literal(true) }), z.object({ here: info }), z.object({ gone: z.literal(true) })]);

export type PresentRun = z.infer<typeof run>;
export type PeerInfo = z.infer<typeof info>;

export interface PresenceState {
  own: PeerInfo;
  /** The others, longest here first. */
  others: readonly PeerInfo[];
}

export interface Presence {
  readonly store: StoreApi<PresenceState>;
  describe(change: Partial<Pick<PeerInfo, 'name' | 'owner' | 'free' | 'visible'>>): void;
  /** Adds or changes one run; undefined takes it out. */
  run(id: string, change: PresentRun | undefined): void;
  /** Asks everybody anew; those who do not answer stay as they were known until they end. */
  refresh(): void;
  close(): void;
}

const TOPIC = 'presence';
/** Changes within this time are told together: a status may change with every step of a run. */
const GATHER_MS = 200;

export function createPresence(port: Coordination): Presence {
  const store = createStore<PresenceState>(() => ({ own: { session: port.session, name: '', since: port.now(), owner: false, free: 0, visible: false, runs: [] }, others: [] }));
  const closing = new AbortController();
  const watched = new Set<string>();
  let telling = false;

  const announce = (): void => port.announce(TOPIC, { here: store.getState().own });
  const tell = (): void => {
    if (telling || closing.signal.aborted) return;
    telling = true;
    void port.sleep(GATHER_MS, closing.signal).then(() => {
      telling = false;
      announce();
    }, () => undefined);
  };
  const forget = (session: string): void => {
    watched.delete(session);
    store.setState(({ others }) => ({ others: others.filter((other) => other.session !== session) }));
  };
  const note = (other: PeerInfo): void => {
    store.setState(({ others }) => ({ others: [...others.filter(({ session }) => session !== other.session), other].sort((a, b) => a.since - b.since || (a.session < b.session ? -1 : 1)) }));
    if (watched.has(other.session)) return;
    watched.add(other.session);
    void port.ended(other.session, closing.signal).then(() => forget(other.session), () => undefined);
  };

  const unlisten = port.listen((topic, body, from) => {
    if (topic !== TOPIC || from === port.session) return;
    const parsed = news.safeParse(body);
    if (!parsed.success) return;
    if ('ask' in parsed.data) announce();
    else if ('gone' in parsed.data) forget(from);
    else if (parsed.data.here.session === from) note(parsed.data.here);
  });
  port.announce(TOPIC, { ask: true });
  announce();

  const own = (change: (now: PeerInfo) => PeerInfo): void => {
    store.setState(({ own: now }) => ({ own: change(now) }));
    tell();
  };
  return {
    store,
    describe: (change) => own((now) => ({ ...now, ...change })),
    run: (id, change) => own((now) => {
      const at = now.runs.findIndex((one) => one.run === id);
      const runs = at < 0 ? (change ? [...now.runs, change] : now.runs) : change ? now.runs.with(at, change) : now.runs.toSpliced(at, 1);
      return { ...now, runs };
    }),
    refresh: () => port.announce(TOPIC, { ask: true }),
    close() {
      unlisten();
      port.announce(TOPIC, { gone: true });
      closing.abort();
    },
  };
}
