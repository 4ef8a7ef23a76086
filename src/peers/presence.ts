/** Who is here: what each peer tells of itself. For people to look at; nothing is decided by it, so a lost message costs only a moment. */
import * as z from 'zod';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Coordination } from './port.ts';

const MAX_NAME = 60;
const MAX_TEXT = 500;
/** Of an agent and of its role, which are whatever the project says. */
const MAX_WHO = 200;
const MAX_RUNS = 200;
/** Others that are shown. More are either a mistake or somebody who makes them up. */
const MAX_OTHERS = 500;

/** What a run shows of itself. `waiting`: for a trigger, without a place; `parked`: the trigger is there, a place is not yet. */
const run = z.object({
  run: z.string().max(100), agent: z.string().max(MAX_WHO), role: z.string().max(MAX_WHO), state: z.enum(['running', 'waiting', 'parked']), status: z.string().max(MAX_TEXT), since: z.number(), task: z.string().max(MAX_TEXT),
  /** The call that it answers. */
  call: z.nullable(z.string().max(100)),
});

const info = z.object({
  session: z.string().max(100),
  /** Grows with each change: news that come late or out of order are known by it. */
  version: z.number(),
  /** What the person chose to be called; empty until then. */
  name: z.string().max(MAX_NAME),
  since: z.number(),
  /** Whether the sandbox of the project runs in this peer. */
  owner: z.boolean(),
  /** How many more runs of agents it would begin now; 0 without a model. */
  free: z.number(),
  /** Whether somebody looks at it. */
  visible: z.boolean(),
  runs: z.array(run).max(MAX_RUNS),
});

const news = z.union([z.object({ ask: z.string().max(100) }), z.object({ here: info, answer: z.nullable(z.string().max(100)) }), z.object({ gone: z.literal(true) })]);

export type PresentRun = z.infer<typeof run>;
export type PeerInfo = z.infer<typeof info>;

export interface PresenceState {
  own: PeerInfo;
  /** The others, longest here first. */
  others: readonly PeerInfo[];
  /** Sessions of others that exist but did not answer when they were last asked: frozen, or very busy. */
  silent: ReadonlySet<string>;
}

export interface Presence {
  readonly store: StoreApi<PresenceState>;
  /** This peer as the others know it: changes are told a moment later than they happen. */
  told(): PeerInfo;
  describe(change: Partial<Pick<PeerInfo, 'name' | 'owner' | 'free' | 'visible'>>): void;
  /** Adds or changes one run; undefined takes it out. */
  run(id: string, change: PresentRun | undefined): void;
  /** Asks everybody anew. Those who have not answered after two seconds are `silent` until they tell something; they stay until they end. */
  refresh(): void;
  close(): void;
}

const TOPIC = 'presence';
/** Changes within this time are told together: a status may change with every step of a run. */
const GATHER_MS = 200;
const ANSWER_MS = 2_000;

export function createPresence(port: Coordination): Presence {
  const store = createStore<PresenceState>(() => ({ own: { session: port.session, version: 1, name: '', since: port.now(), owner: false, free: 0, visible: false, runs: [] }, others: [], silent: new Set() }));
  const closing = new AbortController();
  const watched = new Set<string>();
  let telling = false;
  let told = store.getState().own;
  /** Questions that are open, by their names, and who has answered neither them nor a later one. */
  const asked = new Map<string, Set<string>>();

  const announce = (answer: string | null): void => {
    const { own } = store.getState();
    told = own;
    // Others believe nothing of a message of which a part is too long.
    const runs = own.runs.slice(0, MAX_RUNS).map((one) => ({ ...one, agent: one.agent.slice(0, MAX_WHO), role: one.role.slice(0, MAX_WHO) }));
    port.announce(TOPIC, { here: { ...own, name: own.name.slice(0, MAX_NAME), runs }, answer });
  };
  const tell = (): void => {
    if (telling || closing.signal.aborted) return;
    telling = true;
    void port.sleep(GATHER_MS, closing.signal).then(() => {
      telling = false;
      announce(null);
    }, () => undefined);
  };
  const loud = (session: string): void => {
    if (store.getState().silent.has(session)) store.setState(({ silent }) => ({ silent: new Set([...silent].filter((one) => one !== session)) }));
  };
  const heard = (session: string): void => {
    for (const left of asked.values()) left.delete(session);
    loud(session);
  };
  const forget = (session: string): void => {
    watched.delete(session);
    heard(session);
    if (store.getState().others.some((other) => other.session === session)) store.setState(({ others }) => ({ others: others.filter((other) => other.session !== session) }));
  };
  const note = (other: PeerInfo): void => {
    const { others } = store.getState();
    const known = others.find(({ session }) => session === other.session);
    if (known ? known.version >= other.version : others.length >= MAX_OTHERS) return;
    store.setState({ others: [...others.filter((one) => one !== known), other].sort((a, b) => a.since - b.since || (a.session < b.session ? -1 : 1)) });
    if (watched.has(other.session)) return;
    watched.add(other.session);
    // Also for one that is gone already: news of it may come after it.
    void port.ended(other.session, closing.signal).then(() => forget(other.session), () => undefined);
  };

  const unlisten = port.listen((topic, body, from) => {
    if (topic !== TOPIC || from === port.session) return;
    const parsed = news.safeParse(body);
    if (!parsed.success) return;
    if ('ask' in parsed.data) announce(parsed.data.ask);
    else if ('gone' in parsed.data) forget(from);
    // Nobody speaks for another.
    else if (parsed.data.here.session === from) {
      const { here, answer } = parsed.data;
      // What was under way before the question says nothing of now, unless it is new.
      if ((answer !== null && asked.has(answer)) || here.version > (store.getState().others.find(({ session }) => session === from)?.version ?? 0)) heard(from);
      note(here);
    }
  });

  const own = (change: (now: PeerInfo) => PeerInfo): void => {
    store.setState(({ own: now }) => ({ own: { ...change(now), version: now.version + 1 } }));
    tell();
  };
  const refresh = (): void => {
    const question = crypto.randomUUID();
    const left = new Set(store.getState().others.map(({ session }) => session));
    asked.set(question, left);
    port.announce(TOPIC, { ask: question });
    void port.sleep(ANSWER_MS, closing.signal).then(() => {
      asked.delete(question);
      if (left.size > 0) store.setState(({ silent }) => ({ silent: new Set([...silent, ...left]) }));
    }, () => undefined);
  };
  refresh();
  announce(null);

  return {
    store,
    told: () => told,
    describe: (change) => own((now) => ({ ...now, ...change })),
    run: (id, change) => own((now) => {
      const at = now.runs.findIndex((one) => one.run === id);
      const runs = at < 0 ? (change ? [...now.runs, change] : now.runs) : change ? now.runs.with(at, change) : now.runs.toSpliced(at, 1);
      return { ...now, runs };
    }),
    refresh,
    close() {
      unlisten();
      port.announce(TOPIC, { gone: true });
      closing.abort();
    },
  };
}
