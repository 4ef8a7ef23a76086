/** A call from one agent's run to another agent, as it stands in the records. */
import * as z from 'zod';
import type { Entry } from './port.ts';

const party = z.object({ session: z.string(), run: z.string(), agent: z.string() });

const record = z.object({
  id: z.string(),
  caller: party,
  target: z.string(),
  context: z.string(),
  /** The agents from the first caller to this one; the target is not in it. */
  chain: z.array(z.string()),
  state: z.enum(['pending', 'running', 'completed', 'error']),
  runner: z.nullable(party),
  value: z.nullable(z.string()),
  error: z.nullable(z.string()),
  created: z.number(),
  ended: z.nullable(z.number()),
  /** Milliseconds for which its run has waited for triggers, and since when it waits now: that time is not the call's. */
  rested: z.optional(z.number()),
  resting: z.optional(z.number()),
});

export type CallParty = z.infer<typeof party>;
export type Call = z.infer<typeof record>;

export const CALLS = 'call/';

export const callRecordKey = (id: string): string => CALLS + id;

/** Undefined for no record, and for one that is not of this form. */
export function callOf(entry: Entry | undefined): Call | undefined {
  const parsed = entry && record.safeParse(entry.value);
  return parsed?.success ? parsed.data : undefined;
}

export const isOver = (call: Call): boolean => call.state === 'completed' || call.state === 'error';
