/**
 * Runs that wait for a trigger. Those of one agent stand in one record, in order: handing a trigger over and leaving the queue are one
 * write, so that a trigger resumes exactly one run and cannot be lost between the two.
 */
import * as z from 'zod';
import { AppError } from '../shared/errors.ts';
import type { Json } from '../shared/json.ts';
import { abortError } from '../shared/abort.ts';
import type { Coordination } from './port.ts';
import { matches } from './trigger.ts';
import type { Filter, Trigger } from './trigger.ts';
import { updateRecord } from './update-record.ts';

/** How often a waiter looks whether it was meant when no announcement came. */
const LOOK_MS = 5_000;

const waiter = z.object({
  id: z.string(), session: z.string(), run: z.string(),
  filter: z.object({ type: z.enum(['webhook', 'agent_trigger']), source: z.optional(z.string()), event: z.optional(z.string()), source_agent: z.optional(z.string()), match: z.optional(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))) }),
  since: z.number(), until: z.number(),
  /** What resumed it; it takes that along and leaves. */
  trigger: z.optional(z.json()),
});

export type Waiter = z.infer<typeof waiter>;

const WAITS = 'waits/';
const waitersOf = (value: unknown): Waiter[] => z.array(waiter).safeParse(value).data ?? [];

export interface Waits {
  /** @throws AppError `timeout` after `timeoutMs`, `aborted` */
  wait(waiting: { agent: string; run: string; filter: Filter; timeoutMs: number }, signal: AbortSignal): Promise<{ payload: Json; waited_ms: number }>;
  /** Hands a trigger to the first run of that agent that waits for such a one. @returns whether there was one */
  trigger(agent: string, trigger: Trigger): Promise<boolean>;
  list(): Promise<{ agent: string; waiters: Waiter[] }[]>;
  /** Ends one wait as if its time were up, for a person who looks on. */
  cancel(agent: string, id: string): Promise<boolean>;
}

export function createWaits(port: Coordination): Waits {
  const { records } = port;
  const change = (agent: string, next: (waiters: Waiter[]) => Waiter[] | undefined): Promise<unknown> =>
    updateRecord(records, WAITS + agent, (value) => next(waitersOf(value)) as Json | undefined);

  /** Takes the waiter out of the queue. @returns it as it stood there last, so that a trigger that came at the last moment is not lost */
  async function leave(agent: string, id: string): Promise<Waiter | undefined> {
    let last: Waiter | undefined;
    await change(agent, (waiters) => {
      last = waiters.find((one) => one.id === id);
      return last && waiters.filter((one) => one.id !== id);
    });
    return last;
  }

  /** Until the announcement that concerns this agent, or a while. */
  async function news(agent: string, ms: number, signal: AbortSignal): Promise<void> {
    const controller = new AbortController();
    const stop = (): void => controller.abort();
    const unlisten = port.listen((topic, body) => { if (topic === 'waits' && (body as { agent?: unknown } | null)?.agent === agent) stop(); });
    signal.addEventListener('abort', stop, { once: true });
    try {
      await port.sleep(Math.min(ms, LOOK_MS), controller.signal);
    } catch {
      // Something happened; whoever called looks.
    } finally {
      unlisten();
      signal.removeEventListener('abort', stop);
    }
  }

  return {
    async wait({ agent, run, filter, timeoutMs }, signal) {
      const id = crypto.randomUUID();
      const since = port.now();
      const until = since + timeoutMs;
      await change(agent, (waiters) => [...waiters, { id, session: port.session, run, filter, since, until }]);
      port.announce('waits', { agent });
      for (;;) {
        const here = waitersOf((await records.read(WAITS + agent))?.value).find((one) => one.id === id);
        const now = port.now();
        if (here && here.trigger === undefined && now < until && !signal.aborted) {
          await news(agent, until - now, signal);
          continue;
        }
        const last = await leave(agent, id);
        port.announce('waits', { agent });
        if (last?.trigger !== undefined) return { payload: last.trigger, waited_ms: port.now() - since };
        if (signal.aborted) throw abortError(signal);
        throw new AppError('timeout', 'Wait timeout expired');
      }
    },
    async trigger(agent, trigger) {
      const asleep = waitersOf((await records.read(WAITS + agent))?.value);
      const gone = new Set<string>();
      for (const session of new Set(asleep.map((one) => one.session))) if (!(await port.alive(session))) gone.add(session);
      let handed = false;
      await change(agent, (waiters) => {
        const here = waiters.filter((one) => !gone.has(one.session));
        const first = here.find((one) => one.trigger === undefined && one.until > port.now() && matches(one.filter, trigger));
        handed = first !== undefined;
        if (first) return here.map((one) => (one === first ? { ...one, trigger: trigger.payload } : one));
        return here.length === waiters.length ? undefined : here;
      });
      if (handed) port.announce('waits', { agent });
      return handed;
    },
    async list() {
      const entries = await records.list(WAITS);
      return entries.map((entry) => ({ agent: entry.key.slice(WAITS.length), waiters: waitersOf(entry.value) })).filter(({ waiters }) => waiters.length > 0);
    },
    async cancel(agent, id) {
      const was = await leave(agent, id);
      if (was) port.announce('waits', { agent });
      return was !== undefined;
    },
  };
}
