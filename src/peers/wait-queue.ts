/**
 * The runs of one agent that wait, in order, and the triggers that nobody took: one record. Every change is worked out here as a whole, so
 * that handing a trigger over, taking it along and handing it on are each one write: a trigger is with exactly one waiter, or among the
 * unhandled, at every moment.
 */
import * as z from 'zod';
import { isRecord } from '../shared/json.ts';
import { filterForm, matches, triggerForm, type Trigger } from './trigger.ts';

const waiter = z.object({
  id: z.string(), session: z.string(), run: z.string(), filter: filterForm, since: z.number(), until: z.number(),
  /** What resumed it; it takes that along and leaves. */
  trigger: z.optional(triggerForm),
  /** Somebody ended its wait: the sentence that says who. */
  ended: z.optional(z.string()),
});

const unhandled = z.object({ id: z.string(), at: z.number(), trigger: triggerForm });

export type Waiter = z.infer<typeof waiter>;
/** A trigger whose waiter was gone before it took it, and that fitted no other. */
export type Unhandled = z.infer<typeof unhandled>;

export interface WaitQueue {
  waiters: Waiter[];
  unhandled: Unhandled[];
  /** Triggers that were handed over and may be told again. */
  told?: readonly string[];
}

/** Of one agent. The oldest go. */
const MAX_UNHANDLED = 10;
/** Of one agent: those that may still be told again are a few seconds old. */
const MAX_TOLD = 50;

/** One that is not of the form is left out, and does not hide the others. */
function all<Form extends z.ZodType>(form: Form, list: unknown): z.infer<Form>[] {
  return Array.isArray(list) ? list.flatMap((one) => form.safeParse(one).data ?? []) : [];
}

export function queueOf(value: unknown): WaitQueue {
  if (!isRecord(value)) return { waiters: [], unhandled: [] };
  const told = all(z.string(), value.told);
  return { waiters: all(waiter, value.waiters), unhandled: all(unhandled, value.unhandled), ...(told.length > 0 ? { told } : {}) };
}

/** Waits, and has not been handed anything. */
const free = (one: Waiter, now: number): boolean => one.trigger === undefined && one.ended === undefined && one.until > now;

/** To the first that it fits. @returns undefined when there is none */
export function handOver({ waiters, ...rest }: WaitQueue, trigger: Trigger, now: number): WaitQueue | undefined {
  const at = waiters.findIndex((one) => free(one, now) && matches(one.filter, trigger));
  return at < 0 ? undefined : { ...rest, waiters: waiters.with(at, { ...waiters[at]!, trigger }) };
}

/** The same for a trigger that comes from outside of the queue, and perhaps not for the first time. */
export function receive(queue: WaitQueue, trigger: Trigger, now: number): WaitQueue | undefined {
  const { once } = trigger;
  const { told = [] } = queue;
  if (once !== undefined && told.includes(once)) return undefined;
  const after = handOver(queue, trigger, now);
  return after && once !== undefined ? { ...after, told: [...told, once].slice(-MAX_TOLD) } : after;
}

/** Removes waiters; what they had been handed and did not take goes to the next that it fits, or to the unhandled. */
export function remove(before: WaitQueue, gone: (one: Waiter) => boolean, now: number): WaitQueue {
  const left = before.waiters.filter(gone);
  if (left.length === 0) return before;
  let next: WaitQueue = { ...before, waiters: before.waiters.filter((one) => !left.includes(one)) };
  for (const { id, trigger } of left) {
    if (trigger === undefined) continue;
    next = handOver(next, trigger, now) ?? { ...next, unhandled: [...next.unhandled, { id, at: now, trigger }].slice(-MAX_UNHANDLED) };
  }
  return next;
}
