/**
 * The runs that go on, as records: presence only shows them. A run that ends says so to those who wait for its agent; for one whose tab is gone
 * any living peer does it. The record goes after that, so that whoever dies in between leaves it to the next; and because the trigger bears the
 * run's name, no queue of waiters takes it twice.
 */
import * as z from 'zod';
import type { Json } from '../shared/json.ts';
import type { Coordination, Entry } from './port.ts';
import { MAX_PAYLOAD, type Trigger } from './trigger.ts';
import type { Waits } from './waits.ts';

/** How a run ended; `error` is there when it could not say so itself. */
const ending = z.object({ outcome: z.nullable(z.enum(['completed', 'failed'])), value: z.nullable(z.string()), error: z.optional(z.string()) });

const record = z.object({
  session: z.string(), agent: z.string(),
  /** It has ended, and that is about to be told. */
  end: z.optional(ending),
  /** Who tells it, where that is another peer than the run's own, and until when it is left to that one: it may freeze. */
  by: z.optional(z.string()), until: z.optional(z.number()),
});

type RunRecord = z.infer<typeof record>;
export type RunEnding = z.infer<typeof ending>;

/** What the names of their records begin with, before the run's own name. */
export const RUNS = 'run/';
/** Characters of a value that is too large for a trigger. */
const MAX_CUT = 40_000;
/** Telling takes a few messages. */
const TURN_MS = 10_000;

export interface RunRecords {
  /** Never throws: a run that cannot be noted goes on all the same. */
  begin(run: string, agent: string): Promise<void>;
  /** Told once to the first run of every agent that waits for this one by its name. */
  end(run: string, agent: string, end: RunEnding): Promise<void>;
  /** Ends runs whose tab is gone. Any peer may do it at any time. */
  sweep(): Promise<void>;
}

export function createRunRecords(port: Coordination, waits: Pick<Waits, 'expected' | 'triggerAll'>): RunRecords {
  const { records } = port;
  /** Of the runs of this peer. */
  const own = new Map<string, Entry>();
  const write = (key: string, revision: number, value: RunRecord): Promise<Entry | undefined> => records.write(key, revision, value as Json);

  const triggerOf = (run: string, { agent, end }: RunRecord): Trigger => {
    const payload = { agent, run, ...end };
    // Control characters take six in JSON: whoever waits hears of the end all the same, and of the beginning of the value.
    const cut = JSON.stringify(payload).length > MAX_PAYLOAD ? { ...payload, value: payload.value?.slice(0, MAX_CUT) ?? null } : payload;
    return { type: 'agent_trigger', source_agent: agent, named: true, once: run, payload: cut };
  };

  /** @param noted what is known of the run, to be told once that is noted too; undefined where nothing could be noted */
  async function tell(run: string, told: RunRecord, noted: Entry | undefined): Promise<void> {
    const trigger = triggerOf(run, told);
    let last = noted;
    // Mostly nobody waits, and then there is nothing to remember.
    if (await waits.expected(trigger)) {
      // Twenty tabs see that a tab is gone at the same moment: one of them is first.
      last = noted && await write(noted.key, noted.revision, told);
      if (noted && !last) return;
      await waits.triggerAll(trigger);
    }
    if (last) await records.remove(last.key, last.revision);
  }

  async function look(entry: Entry): Promise<void> {
    const { data } = record.safeParse(entry.value);
    if (!data || data.session === port.session || await port.alive(data.session)) return;
    if (data.by !== undefined && data.by !== port.session && (data.until ?? 0) > port.now() && await port.alive(data.by)) return;
    const told: RunRecord = { ...data, end: data.end ?? { outcome: 'failed', value: null, error: `the tab that ran ${data.agent} is gone` }, by: port.session, until: port.now() + TURN_MS };
    await tell(entry.key.slice(RUNS.length), told, entry);
  }

  return {
    async begin(run, agent) {
      const entry = await write(RUNS + run, 0, { session: port.session, agent }).catch(() => undefined);
      if (entry) own.set(run, entry);
    },
    async end(run, agent, end) {
      const entry = own.get(run);
      own.delete(run);
      await tell(run, { session: port.session, agent, end }, entry);
    },
    async sweep() {
      for (const entry of await records.list(RUNS)) await look(entry);
    },
  };
}
