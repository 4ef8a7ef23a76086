/** Who may call whom, in the words and the order of the third document. */
import { AppError } from '../shared/errors.ts';
import type { Call, CallParty } from './call-record.ts';

/** Calls that wait for one agent. */
export const QUEUE_LIMIT = 100;
/** Calls on the way from the first caller to the last. */
export const MAX_DEPTH = 3;

export interface CalledAgent {
  name: string;
  /** Runs at once, in all tabs together; 0 switches the agent off. */
  capacity: number;
}

/** What a run that calls has to say about itself. */
export interface Caller extends CallParty {
  /** The agents from the first caller to this run's own, which is the last. */
  chain: readonly string[];
}

/** The agents that can be called, by name. */
export type FindAgent = (name: string) => CalledAgent | undefined | Promise<CalledAgent | undefined>;

/** @returns why the call is refused; undefined when it is not */
export async function rejection({ agent, chain }: Caller, target: string, { paused, find, maxDepth }: { paused: boolean; find: FindAgent; maxDepth: number }): Promise<string | undefined> {
  if (paused) return 'scheduler is paused';
  if (agent === target) return 'agent cannot call itself';
  if (chain.includes(target)) return `call cycle rejected: ${[...chain.slice(chain.indexOf(target)), target].join(' → ')}`;
  if (chain.length > maxDepth) return 'trigger depth limit reached';
  return unavailable(await find(target), target);
}

/** @returns why nobody will ever take a call of that agent; undefined when somebody may */
export function unavailable(found: CalledAgent | undefined, target: string): string | undefined {
  if (!found) return `target agent "${target}" not found`;
  return found.capacity > 0 ? undefined : `target agent "${target}" is disabled`;
}

/** The call of a run under an idempotency key: the same for the same two, and nothing else decides it. */
export function keyedCallId(run: string, key: string): string {
  const text = JSON.stringify([run, key]);
  return `call-${[0x811c9dc5, 0x9e3779b9, 0x85ebca6b, 0xc2b2ae35].map((seed) => hash(text, seed).toString(16).padStart(8, '0')).join('')}`;
}

/** A key stands for one call: who gives another under it would be told the result of the first. @throws AppError `conflict` */
export function demandSame(call: Pick<Call, 'target' | 'context'>, target: string, context: string, key: string): void {
  if (call.target === target && call.context === context) return;
  const what = call.target === target ? `a call of ${target} with another context` : `a call of ${call.target}`;
  throw new AppError('conflict', `The idempotency_key "${key}" stands for ${what} already. Use a new key for a new call, or the same target_agent and context for the same one.`);
}

/** 32 bits, not for secrets: a run that meets its own key by chance would have to try for a very long time. */
function hash(text: string, seed: number): number {
  let state = seed;
  for (let at = 0; at < text.length; at++) {
    state = Math.imul(state ^ text.charCodeAt(at), 0x01000193);
    state ^= state >>> 15;
  }
  state = Math.imul(state ^ (state >>> 16), 0x2c1b3c6d);
  return (state ^ (state >>> 13)) >>> 0;
}
