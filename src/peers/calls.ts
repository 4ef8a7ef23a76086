/**
 * Calls between agents. The call's own record is the truth and changes by compare-and-set: whoever brings it from pending to running is its
 * one runner, whoever brings it to its end ends it once. Queue and places only say where to look. Rules of the third document, with its
 * two open ends closed: no cycle along the chain of callers, and a full queue refuses the new call.
 */
import { AppError } from '../shared/errors.ts';
import type { Json } from '../shared/json.ts';
import { createCallQueue } from './call-queue.ts';
import { callOf, callRecordKey, CALLS, isOver } from './call-record.ts';
import type { Call, CallParty } from './call-record.ts';
import type { Coordination, Entry } from './port.ts';

/** Calls that wait for one agent. */
export const QUEUE_LIMIT = 100;
/** A call that is neither taken nor ended after this long has failed. */
const MAX_AGE_MS = 7_200_000;
/** Results are kept this long for whoever asks. */
const KEEP_MS = 600_000;

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

export type Dispatched = { call_id: string; state: 'pending' | 'running' | 'completed' | 'error' } | { rejected: string };

export interface Calls {
  /** Rejections are results, in the document's words. @param key an idempotency key: the same call twice is the same call */
  call(caller: Caller, target: string, context: string, key?: string): Promise<Dispatched>;
  /** @throws AppError `not_found` for a call that this run did not make */
  check(caller: CallParty, id: string): Promise<Call>;
  /** Takes the first waiting call of an agent, for a run in this peer. @returns undefined when none waits or all places are taken */
  take(agent: CalledAgent, run: string): Promise<Call | undefined>;
  /** The end of a call that this peer took. @returns false when it had ended otherwise meanwhile */
  complete(call: Call, value: string | null): Promise<boolean>;
  fail(call: Call, error: string): Promise<boolean>;
  /** Everything that a run called and that has not ended. */
  failByCaller(run: string, error: string): Promise<void>;
  /** Ends calls whose caller or runner is gone or that are too old, and forgets old results. Any peer may do it at any time. */
  sweep(): Promise<void>;
  list(): Promise<Call[]>;
  pause(paused: boolean): Promise<void>;
  paused(): Promise<boolean>;
}

export interface CallsOptions {
  /** The agents that can be called, by name. */
  find(name: string): CalledAgent | undefined;
  /** Calls on the way from the first caller to the last. */
  maxDepth?: number;
}

export function createCalls(port: Coordination, { find, maxDepth = 3 }: CallsOptions): Calls {
  const { records } = port;
  const queue = createCallQueue(port);
  const read = async (id: string): Promise<{ entry: Entry; call: Call } | undefined> => {
    const entry = await records.read(callRecordKey(id));
    const call = callOf(entry);
    return call && { entry: entry!, call };
  };
  const write = (entry: Entry | undefined, call: Call): Promise<Entry | undefined> => records.write(callRecordKey(call.id), entry?.revision ?? 0, call as unknown as Json);

  async function rejection({ agent, chain }: Caller, target: string): Promise<string | undefined> {
    if (await paused()) return 'scheduler is paused';
    if (agent === target) return 'agent cannot call itself';
    if (chain.includes(target)) return `call cycle rejected: ${[...chain.slice(chain.indexOf(target)), target].join(' → ')}`;
    if (chain.length > maxDepth) return 'trigger depth limit reached';
    const found = find(target);
    if (!found) return `target agent "${target}" not found`;
    return found.capacity > 0 ? undefined : `target agent "${target}" is disabled`;
  }

  /** Brings a call from one of `from` to its end, once. */
  async function end(id: string, from: (call: Call) => boolean, outcome: { value: string | null } | { error: string }): Promise<boolean> {
    for (;;) {
      const found = await read(id);
      if (!found || isOver(found.call) || !from(found.call)) return false;
      const over: Call = 'error' in outcome ? { ...found.call, state: 'error', error: outcome.error } : { ...found.call, state: 'completed', value: outcome.value };
      if (!(await write(found.entry, { ...over, ended: port.now() }))) continue;
      if (found.call.state === 'running') await queue.leave(found.call.target, id);
      else await queue.drop(found.call.target, [id]);
      port.announce('calls', { id, target: found.call.target });
      return true;
    }
  }

  const mine = (call: Call) => (now: Call): boolean => now.state === 'running' && now.runner?.session === port.session && now.runner.run === call.runner?.run;

  const paused = async (): Promise<boolean> => (await records.read('control/paused'))?.value === true;

  async function lost(call: Call): Promise<string | undefined> {
    if (call.state === 'running' && call.runner && !(await port.alive(call.runner.session))) return `the tab that ran ${call.target} is gone`;
    if (!(await port.alive(call.caller.session))) return 'caller container exited';
    return call.created + MAX_AGE_MS <= port.now() ? 'call timed out' : undefined;
  }

  return {
    async call(caller, target, context, key) {
      const rejected = await rejection(caller, target);
      if (rejected !== undefined) return { rejected };
      const id = crypto.randomUUID();
      if (key !== undefined) {
        const same = `callkey/${caller.run}/${key}`;
        if (!(await records.write(same, 0, id))) {
          const first = (await records.read(same))?.value;
          const known = typeof first === 'string' ? await read(first) : undefined;
          // Named, but not yet written: the other one is at it right now.
          return typeof first === 'string' ? { call_id: first, state: known?.call.state ?? 'pending' } : { rejected: 'the call with this idempotency key is gone' };
        }
      }
      const { session, run, agent, chain } = caller;
      await write(undefined, { id, caller: { session, run, agent }, target, context, chain: [...chain], state: 'pending', runner: null, value: null, error: null, created: port.now(), ended: null });
      if (!(await queue.push(target, id, QUEUE_LIMIT))) {
        await end(id, () => true, { error: 'queue full' });
        return { rejected: 'queue full' };
      }
      port.announce('calls', { id, target });
      return { call_id: id, state: 'pending' };
    },
    async check(caller, id) {
      let found = await read(id);
      if (!found || found.call.caller.run !== caller.run) throw new AppError('not_found', `Call ${id} not found or not owned by this agent.`);
      if (found.call.state === 'running') {
        const error = await lost(found.call);
        if (error !== undefined && (await end(id, (call) => !isOver(call), { error }))) found = await read(id) ?? found;
      }
      return found.call;
    },
    async take(agent, run) {
      if (await paused()) return undefined;
      for (const id of await queue.waiting(agent.name)) {
        const found = await read(id);
        if (found?.call.state !== 'pending') {
          await queue.drop(agent.name, [id]);
          continue;
        }
        if (!(await queue.take(agent.name, id, agent.capacity))) return undefined;
        const taken: Call = { ...found.call, state: 'running', runner: { session: port.session, run, agent: agent.name } };
        if (await write(found.entry, taken)) {
          await queue.drop(agent.name, [id]);
          port.announce('calls', { id, target: agent.name });
          return taken;
        }
        await queue.leave(agent.name, id);
      }
      return undefined;
    },
    complete: (call, value) => end(call.id, mine(call), { value }),
    fail: (call, error) => end(call.id, mine(call), { error }),
    async failByCaller(run, error) {
      for (const entry of await records.list(CALLS)) {
        const call = callOf(entry);
        if (call?.caller.run === run && !isOver(call)) await end(call.id, () => true, { error });
      }
    },
    async sweep() {
      for (const entry of await records.list(CALLS)) {
        const call = callOf(entry);
        if (!call) continue;
        if (isOver(call)) {
          if ((call.ended ?? 0) + KEEP_MS <= port.now()) await records.remove(entry.key, entry.revision);
          continue;
        }
        const error = await lost(call);
        if (error !== undefined) await end(call.id, (now) => now.runner?.run === call.runner?.run, { error });
      }
    },
    list: async () => (await records.list(CALLS)).map(callOf).filter((call) => call !== undefined),
    async pause(value) {
      const entry = await records.read('control/paused');
      await records.write('control/paused', entry?.revision ?? 0, value);
      port.announce('calls', {});
    },
    paused,
  };
}
