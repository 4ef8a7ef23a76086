/** What runs wait for, and what resumes them. */
import * as z from 'zod';
import { isRecord } from '../shared/json.ts';
import type { Json } from '../shared/json.ts';

const type = z.enum(['webhook', 'agent_trigger']);
const name = z.optional(z.string());

/** What a run waits for; every part that is given has to fit. */
export const filterForm = z.object({
  type, source: name, event: name, source_agent: name,
  /** Dot paths into the payload. */
  match: z.optional(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))),
});

export const triggerForm = z.object({
  type, source: name, event: name, source_agent: name, payload: z.json(),
  /** Only for those who name its `source_agent`: that an agent is done concerns nobody who waits for a call from anyone. */
  named: z.optional(z.literal(true)),
  /** Its name, where it may be told again: whoever tells it may die without knowing whether it was. */
  once: name,
});

export type Filter = z.infer<typeof filterForm>;
export type Trigger = z.infer<typeof triggerForm>;

/** Characters of a payload as JSON: a webhook's 256 KB and its context. It goes into a record, and to a model. */
export const MAX_PAYLOAD = 320 * 1024;

/** Values are compared as text, as the system of the third document does: `true` fits "true". A path that leads nowhere fits nothing. */
export function matches(filter: Filter, trigger: Trigger): boolean {
  if (filter.type !== trigger.type || (trigger.named && filter.source_agent === undefined)) return false;
  for (const part of ['source', 'event', 'source_agent'] as const) if (filter[part] !== undefined && filter[part] !== trigger[part]) return false;
  return Object.entries(filter.match ?? {}).every(([path, expected]) => {
    const actual = valueAt(trigger.payload as Json, path);
    return actual !== undefined && (typeof actual !== 'object' || actual === null) && String(actual) === String(expected);
  });
}

function valueAt(payload: Json, path: string): Json | undefined {
  let value: Json | undefined = payload;
  for (const step of path.split('.')) {
    if (Array.isArray(value)) value = /^\d+$/.test(step) ? value[Number(step)] : undefined;
    else value = isRecord(value) && Object.hasOwn(value, step) ? (value[step] as Json) : undefined;
    if (value === undefined) return undefined;
  }
  return value;
}

/** In one line of plain words, e.g. "a webhook pull_request of github with action = closed". */
export function describeFilter({ type: kind, source, event, source_agent, match }: Filter): string {
  const fits = Object.entries(match ?? {}).map(([path, value]) => `${path} = ${String(value)}`);
  const head = kind === 'webhook'
    ? `a webhook${event === undefined ? '' : ` ${event}`}${source === undefined ? '' : ` of ${source}`}`
    : source_agent === undefined ? 'a call from any agent' : `the agent ${source_agent}`;
  return fits.length > 0 ? `${head} with ${fits.join(', ')}` : head;
}
