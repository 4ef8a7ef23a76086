/**
 * Runs that wait for a trigger. Those of one agent stand in one record, in order: handing a trigger over and leaving the queue are one
 * write, so that a trigger resumes exactly one run and cannot be lost between the two. A trigger whose run is gone before it took it goes to
 * the next run that it fits, and is reported as unhandled where there is none.
 */
import { abortError } from '../shared/abort.ts';
import { AppError } from '../shared/errors.ts';
import type { Json } from '../shared/json.ts';
import type { Coordination } from './port.ts';
import { matches, MAX_PAYLOAD } from './trigger.ts';
import type { Filter, Trigger } from './trigger.ts';
import { updateRecord } from './update-record.ts';
import { handOver, queueOf, receive, remove, type Unhandled, type Waiter, type WaitQueue } from './wait-queue.ts';

export type { Unhandled, Waiter } from './wait-queue.ts';

/** How often a waiter looks whether it was meant when no announcement came. */
const LOOK_MS = 5_000;
/** A waiter whose time was up this long ago does not look any more: its tab is frozen. */
const GRACE_MS = 10_000;
/** Runs of one agent that wait. */
const MAX_WAITERS = 100;

const WAITS = 'waits/';

export interface Waits {
  /** @throws AppError `timeout` after `timeoutMs`, `cancelled` when a person ended it, `queue_full` when 100 runs of the agent wait, `aborted` */
  wait(waiting: { agent: string; run: string; filter: Filter; timeoutMs: number }, signal: AbortSignal): Promise<{ payload: Json; waited_ms: number }>;
  /** Hands a trigger to the first run of that agent that waits for such a one. @returns whether there was one @throws AppError `too_large` */
  trigger(agent: string, trigger: Trigger): Promise<boolean>;
  /** Whether a run of that agent waits for such a one: what else comes needs not be told. */
  expects(agent: string, trigger: Trigger): Promise<boolean>;
  /** Whether a run of any agent does. */
  expected(trigger: Trigger): Promise<boolean>;
  /** Hands it to every agent of which a run waits, one run of each. @returns the agents of which one was resumed */
  triggerAll(trigger: Trigger): Promise<string[]>;
  list(): Promise<{ agent: string; waiters: Waiter[]; unhandled: Unhandled[] }[]>;
  /** Resumes one run, whatever it waits for, for a person who looks on. @returns false when it no longer waits */
  wake(agent: string, id: string, payload: Json): Promise<boolean>;
  /** Ends one wait, for a person who looks on. `why` is a sentence for the run. @returns false when it no longer waits */
  cancel(agent: string, id: string, why?: string): Promise<boolean>;
  /** Hands one of the unhandled to the first run that waits for such a one; where none does it stays. @returns whether there was one */
  again(agent: string, id: string): Promise<boolean>;
  /** Takes a trigger out of the unhandled. @returns it, once */
  take(agent: string, id: string): Promise<Trigger | undefined>;
  /** Removes runs whose tab is gone, and hands on what they had not taken. Any peer may do it at any time. */
  sweep(): Promise<void>;
}

export function createWaits(port: Coordination): Waits {
  const { records } = port;
  /** Runs of this very tab: its own announcements do not come back to it. */
  const here = new Set<{ agent: string; look(): void }>();

  /** Runs of this tab that wait no more and could not be taken out of the queue: the storage failed. */
  const left = new Set<string>();

  /** @param next undefined leaves the record as it is. @returns whether it was changed */
  async function change(agent: string, next: (queue: WaitQueue) => WaitQueue | undefined): Promise<boolean> {
    let changed = false;
    await updateRecord(records, WAITS + agent, (value) => {
      const after = next(queueOf(value));
      changed = after !== undefined;
      return after as Json | undefined;
    });
    if (changed) {
      port.announce('waits', { agent });
      for (const one of [...here]) if (one.agent === agent) one.look();
    }
    return changed;
  }

  /** Waiters that will not take anything any more. */
  async function gone(waiters: readonly Waiter[]): Promise<(one: Waiter) => boolean> {
    const dead = new Set<string>();
    for (const session of new Set(waiters.map((one) => one.session))) if (session !== port.session && !(await port.alive(session))) dead.add(session);
    return (one) => dead.has(one.session) || one.until + GRACE_MS <= port.now() || (one.session === port.session && left.has(one.id));
  }

  async function clear(agent: string): Promise<void> {
    const isGone = await gone(queueOf((await records.read(WAITS + agent))?.value).waiters);
    await change(agent, (queue) => {
      const after = remove(queue, isGone, port.now());
      return after === queue ? undefined : after;
    });
  }

  /** Takes the waiter out of the queue. @returns it as it stood there last, so that a trigger that came at the last moment is not lost */
  async function leave(agent: string, id: string, aborted: boolean): Promise<Waiter | undefined> {
    let last: Waiter | undefined;
    await change(agent, (queue) => {
      last = queue.waiters.find((one) => one.id === id);
      if (!last) return undefined;
      // A run that is being stopped has no use for it: the next one has.
      return aborted ? remove(queue, (one) => one === last, port.now()) : { ...queue, waiters: queue.waiters.filter((one) => one !== last) };
    });
    return last;
  }

  /** Those who wait now. Fails where the storage does, which a waiter outlasts. */
  async function look(agent: string): Promise<Waiter[]> {
    const { waiters } = queueOf((await records.read(WAITS + agent))?.value);
    // Another's trigger that was not taken: should its run be gone, it may be for this one.
    if (waiters.some((one) => one.trigger !== undefined && one.session !== port.session)) await clear(agent);
    return waiters;
  }

  async function trigger(agent: string, what: Trigger): Promise<boolean> {
    if (JSON.stringify(what.payload).length > MAX_PAYLOAD) throw new AppError('too_large', `The payload is larger than ${MAX_PAYLOAD / 1024} KB.`);
    const isGone = await gone(queueOf((await records.read(WAITS + agent))?.value).waiters);
    let handed = false;
    await change(agent, (queue) => {
      const living = remove(queue, isGone, port.now());
      const after = receive(living, what, port.now());
      handed = after !== undefined;
      return after ?? (living === queue ? undefined : living);
    });
    return handed;
  }

  const fits = (waiters: readonly Waiter[], what: Trigger): boolean => waiters.some(({ filter }) => matches(filter, what));

  const list: Waits['list'] = async () => (await records.list(WAITS))
    .map((entry) => ({ agent: entry.key.slice(WAITS.length), ...queueOf(entry.value) }))
    .filter(({ waiters, unhandled }) => waiters.length + unhandled.length > 0);

  return {
    async wait({ agent, run, filter, timeoutMs }, signal) {
      const id = crypto.randomUUID();
      const since = port.now();
      const until = since + timeoutMs;
      let news = false;
      let sleep = new AbortController();
      /** Whether it may stand in the queue. */
      let inside = true;
      const wake = (): void => {
        news = true;
        sleep.abort();
      };
      const own = { agent, look: wake };
      here.add(own);
      const unlisten = port.listen((topic, body) => { if (topic === 'waits' && (body as { agent?: unknown } | null)?.agent === agent) wake(); });
      signal.addEventListener('abort', wake, { once: true });
      try {
        const enter = (): Promise<boolean> => change(agent, (queue) => (queue.waiters.length < MAX_WAITERS ? { ...queue, waiters: [...queue.waiters, { id, session: port.session, run, filter, since, until }] } : undefined));
        // Those that fill the queue may be gone.
        inside = await enter() || await clear(agent).then(enter);
        if (!inside) throw new AppError('queue_full', `${MAX_WAITERS} runs of ${agent} wait already.`);
        for (;;) {
          news = false;
          const waiters = await look(agent).catch(() => undefined);
          const self = waiters?.find((one) => one.id === id);
          const now = port.now();
          if ((waiters && !self) || self?.trigger !== undefined || self?.ended !== undefined || now >= until || signal.aborted) break;
          if (news) continue;
          sleep = new AbortController();
          // Aborted by news, which the next round looks at. A port that is over lets nobody sleep: going on would be a loop without end.
          await port.sleep(Math.min(until - now, LOOK_MS), sleep.signal).catch((error: unknown) => { if (!sleep.signal.aborted) throw error; });
        }
        const last = await leave(agent, id, signal.aborted);
        inside = false;
        if (signal.aborted) throw abortError(signal);
        if (last?.trigger !== undefined) return { payload: last.trigger.payload as Json, waited_ms: port.now() - since };
        if (last?.ended !== undefined) throw new AppError('cancelled', last.ended);
        throw new AppError('timeout', 'Wait timeout expired');
      } finally {
        here.delete(own);
        unlisten();
        signal.removeEventListener('abort', wake);
        // What it is handed from now on is for another.
        if (inside) left.add(id);
      }
    },
    trigger,
    expects: async (agent, what) => fits(queueOf((await records.read(WAITS + agent))?.value).waiters, what),
    expected: async (what) => (await list()).some(({ waiters }) => fits(waiters, what)),
    async triggerAll(what) {
      const resumed: string[] = [];
      for (const { agent, waiters } of await list()) if (fits(waiters, what) && await trigger(agent, what)) resumed.push(agent);
      return resumed;
    },
    list,
    wake: (agent, id, payload) => change(agent, (queue) => {
      const at = queue.waiters.findIndex((one) => one.id === id && one.trigger === undefined && one.ended === undefined);
      const { type, source, event, source_agent } = queue.waiters[at]?.filter ?? { type: 'webhook' };
      return at < 0 ? undefined : { ...queue, waiters: queue.waiters.with(at, { ...queue.waiters[at]!, trigger: { type, source, event, source_agent, payload } }) };
    }),
    cancel: (agent, id, why = 'The wait was ended by a person.') => change(agent, (queue) => {
      const at = queue.waiters.findIndex((one) => one.id === id && one.trigger === undefined && one.ended === undefined);
      return at < 0 ? undefined : { ...queue, waiters: queue.waiters.with(at, { ...queue.waiters[at]!, ended: why }) };
    }),
    async again(agent, id) {
      const isGone = await gone(queueOf((await records.read(WAITS + agent))?.value).waiters);
      let handed = false;
      await change(agent, (queue) => {
        const living = remove(queue, isGone, port.now());
        const trigger = living.unhandled.find((one) => one.id === id)?.trigger;
        // Not received: one that is told once was told already.
        const after = trigger && handOver({ ...living, unhandled: living.unhandled.filter((one) => one.id !== id) }, trigger, port.now());
        handed = after !== undefined;
        return after ?? (living === queue ? undefined : living);
      });
      return handed;
    },
    async take(agent, id) {
      let taken: Trigger | undefined;
      await change(agent, (queue) => {
        taken = queue.unhandled.find((one) => one.id === id)?.trigger;
        return taken && { ...queue, unhandled: queue.unhandled.filter((one) => one.id !== id) };
      });
      return taken;
    },
    async sweep() {
      for (const { agent } of await list()) await clear(agent);
    },
  };
}
