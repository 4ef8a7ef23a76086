/**
 * Calls between agents. The call's own record is the truth and changes by compare-and-set: whoever brings it from pending to running is its
 * one runner, whoever brings it to its end ends it once. Queue and places only say where to look. Rules of the third document, with its
 * two open ends closed: no cycle along the chain of callers, and a full queue refuses the new call.
 */
import { AppError } from '../shared/errors.ts';
import type { Json } from '../shared/json.ts';
import { createCallNews } from './call-news.ts';
import type { CallNews } from './call-news.ts';
import { createCallQueue, type ReadAhead } from './call-queue.ts';
import { callOf, callRecordKey, CALLS, isOver } from './call-record.ts';
import type { Call, CallParty } from './call-record.ts';
import { demandSame, keyedCallId, MAX_DEPTH, QUEUE_LIMIT, rejection, unavailable } from './call-rules.ts';
import type { CalledAgent, Caller, FindAgent } from './call-rules.ts';
import { isTooOld, withRest } from './call-time.ts';
import type { Coordination, Entry } from './port.ts';
import { RUNS } from './run-records.ts';
import { MAX_PAYLOAD, type Trigger } from './trigger.ts';
import { updateRecord } from './update-record.ts';
import type { Waits } from './waits.ts';

export { QUEUE_LIMIT } from './call-rules.ts';
export type { CallNews } from './call-news.ts';
export type { CalledAgent, Caller, FindAgent } from './call-rules.ts';

/** Results are kept this long when the run that called is over. */
const KEEP_MS = 600_000;
/**
 * While the run that called goes on they are kept for it: it may wait for a trigger for seven days before it asks, and a call under the same key has
 * to find the first. No longer, because the end of a run whose tab lives on may not have been noted: the storage failed.
 */
const KEEP_LONGEST_MS = 8 * 86_400_000;
const PAUSED = 'control/paused';

export type Dispatched = { call_id: string; state: Call['state'] } | { rejected: string };

export interface Calls {
  /** Rejections are results, in the document's words. @param key an idempotency key: the same call twice is the same call. @throws AppError `conflict` for another call under the same key */
  call(caller: Caller, target: string, context: string, key?: string): Promise<Dispatched>;
  /** @throws AppError `not_found` for a call that this run did not make */
  check(caller: CallParty, id: string): Promise<Call>;
  /** Takes the first waiting call of an agent, for a run in this peer. @param likely the call that seems to be the first @returns undefined when none waits or all places are taken */
  take(agent: CalledAgent, run: string, likely?: string): Promise<Call | undefined>;
  /** The end of a call that this peer took. @returns false when it had ended otherwise meanwhile */
  complete(call: Call, value: string | null): Promise<boolean>;
  fail(call: Call, error: string): Promise<boolean>;
  /** Ends a call that somebody does not want any more, whoever runs it. @returns false when it had ended, or is not there */
  cancel(id: string, error: string): Promise<boolean>;
  /** Everything that a run called and that has not ended. */
  failByCaller(run: string, error: string): Promise<void>;
  /** Its time stands still while the run that answers it waits for a trigger (`resting`). Only that run, in this peer, says so; from others it changes nothing. */
  rest(id: string, run: string, resting: boolean): Promise<void>;
  /** Whether a run of this peer has called somebody who is not done. */
  waits(run: string): Promise<boolean>;
  /** A place for a run that answers no call, or (`again`) that goes on after a wait. @param id of the call, or what else names the run. @returns false when all are taken */
  takePlace(agent: CalledAgent, id: string, again?: boolean): Promise<boolean>;
  leavePlace(agent: string, id: string): Promise<void>;
  /** Ends calls whose caller or runner is gone or that are too old, and forgets old results. Any peer may do it at any time. */
  sweep(): Promise<void>;
  get(id: string): Promise<Call | undefined>;
  list(): Promise<Call[]>;
  /** Tells of changes here and, when the channel brings them, of those elsewhere. @returns a function that ends it */
  subscribe(listener: (news: CallNews) => void): () => void;
  pause(paused: boolean): Promise<void>;
  paused(): Promise<boolean>;
}

export interface CallsOptions {
  find: FindAgent;
  /** Calls on the way from the first caller to the last. */
  maxDepth?: number;
  /** A run of that agent that waits for a call gets it, where there is one. Such a call starts no run, and is over with it. */
  waits?: Pick<Waits, 'expects' | 'trigger'>;
  /** The peer that tries first to take a call, where that is known: it is told at once. */
  first?: (id: string) => string | undefined;
}

export function createCalls(port: Coordination, { find, maxDepth = MAX_DEPTH, waits, first }: CallsOptions): Calls {
  const { records } = port;
  const queue = createCallQueue(port);
  /** What each run of this peer has called and is not known to be over. */
  const made = new Map<string, Set<string>>();
  /** Calls under a key that this peer is making, by id. The same one meanwhile goes along: what is not queued yet may be on its way to a run that waits for it. */
  const underWay = new Map<string, { target: string; context: string; answer: Promise<Dispatched> }>();
  const { tell, subscribe } = createCallNews(port);
  const read = async (id: string): Promise<{ entry: Entry; call: Call } | undefined> => {
    const entry = await records.read(callRecordKey(id));
    const call = callOf(entry);
    return call && { entry: entry!, call };
  };
  const write = (entry: Entry | undefined, call: Call): Promise<Entry | undefined> => records.write(callRecordKey(call.id), entry?.revision ?? 0, call as unknown as Json);
  const paused = async (): Promise<boolean> => (await records.read(PAUSED))?.value === true;

  /** Brings a call from one of `from` to its end, once. */
  async function end(id: string, from: (call: Call) => boolean, outcome: { value: string | null } | { error: string }): Promise<boolean> {
    for (;;) {
      const found = await read(id);
      if (!found || isOver(found.call) || !from(found.call)) return false;
      const over: Call = 'error' in outcome ? { ...found.call, state: 'error', error: outcome.error } : { ...found.call, state: 'completed', value: outcome.value };
      if (!(await write(found.entry, { ...over, ended: port.now() }))) continue;
      // The place of one that runs is its runner's to give back: until it has stopped there is no room for another.
      if (found.call.state === 'pending') await queue.drop(found.call.target, [id]);
      tell({ id, target: found.call.target, state: 'over' }, found.call.caller.session, found.call.runner?.session);
      return true;
    }
  }

  const mine = (run: string | undefined) => (now: Call): boolean => now.state === 'running' && now.runner?.session === port.session && now.runner.run === run;
  const asIs = (call: Call) => (now: Call): boolean => now.state === call.state && now.runner?.run === call.runner?.run && now.resting === call.resting;

  /** By its runner, whose place is free afterwards, also when somebody else ended the call before. */
  async function finish(call: Call, outcome: { value: string | null } | { error: string }): Promise<boolean> {
    const ended = await end(call.id, mine(call.runner?.run), outcome);
    await leave(call.target, call.id);
    return ended;
  }

  async function leave(agent: string, id: string): Promise<void> {
    // Each piece of news wakes every tab: a place that nobody wants is no news. Who comes later finds it free.
    if (await queue.leave(agent, id)) tell({ target: agent });
  }

  async function lost(call: Call, alive = (session: string) => port.alive(session)): Promise<string | undefined> {
    if (call.state === 'running' && call.runner && !(await alive(call.runner.session))) return `the tab that ran ${call.target} is gone`;
    if (!(await alive(call.caller.session))) return 'caller container exited';
    return isTooOld(call, port.now()) ? 'call timed out' : undefined;
  }

  /** Why a call that waits is never taken. An agent that cannot be looked up at this moment may still be there. */
  async function nobodyFor(target: string): Promise<string | undefined> {
    try {
      return unavailable(await find(target), target);
    } catch {
      return undefined;
    }
  }

  /** Into the queue, which may hold some that ended without leaving it: their peers died at that moment. */
  async function enqueue(target: string, id: string, ahead?: ReadAhead): Promise<boolean> {
    if (await queue.push(target, id, QUEUE_LIMIT, ahead)) return true;
    const over: string[] = [];
    for (const one of await queue.waiting(target)) if ((await read(one))?.call.state !== 'pending') over.push(one);
    if (over.length === 0) return false;
    await queue.drop(target, over);
    return queue.push(target, id, QUEUE_LIMIT);
  }

  /** Whoever was refused may try again under the same key: it must not find the one that failed. */
  async function forget(id: string): Promise<void> {
    const entry = await records.read(callRecordKey(id));
    if (entry) await records.remove(entry.key, entry.revision);
  }

  /** Ends a call for which there is no room. */
  async function refuse(id: string, keyed: boolean): Promise<Dispatched> {
    const error = 'queue full';
    if (!(await end(id, (now) => now.state === 'pending', { error }))) {
      const now = await read(id);
      // It was in the queue, and somebody took it meanwhile: it needs no room any more.
      if (now?.call.error === null) return { call_id: id, state: now.call.state };
    }
    if (keyed) await forget(id);
    return { rejected: error };
  }

  /** The same call again. Whoever made it may have been stopped before it was in the queue. */
  async function again(call: Call, wanted: string, context: string, key: string): Promise<Dispatched> {
    demandSame(call, wanted, context, key);
    const { id, state, target } = call;
    if (state === 'pending') {
      if (!(await enqueue(target, id))) return refuse(id, true);
      tell({ id, target, state }, first?.(id));
    }
    return { call_id: id, state };
  }

  const triggerOf = (agent: string, context: string): Trigger => ({ type: 'agent_trigger', source_agent: agent, payload: context });

  /** To whoever waits for it, or into the queue. */
  async function dispatch({ id, caller, target, context }: Call, { keyed, expected, ahead }: { keyed: boolean; expected: boolean; ahead: ReadAhead }): Promise<Dispatched> {
    const failed = async (error: unknown): Promise<never> => {
      await end(id, () => true, { error: AppError.from(error).message }).then(() => (keyed ? forget(id) : undefined)).catch(() => undefined);
      throw error;
    };
    if (expected && await waits?.trigger(target, triggerOf(caller.agent, context)).catch(failed)) {
      await end(id, () => true, { value: null });
      return { call_id: id, state: 'completed' };
    }
    if (!(await enqueue(target, id, ahead).catch(failed))) return refuse(id, keyed);
    tell({ id, target, state: 'pending' }, first?.(id));
    return { call_id: id, state: 'pending' };
  }

  async function begin(caller: Caller, target: string, context: string, key: string | undefined): Promise<Dispatched> {
    const id = key === undefined ? `call-${crypto.randomUUID()}` : keyedCallId(caller.run, key);
    // What can be known at the same time is not asked for one after the other: each question is a trip to another process.
    const [known, off, ahead, expected] = await Promise.all([
      key === undefined ? undefined : read(id), paused(), queue.readQueue(target),
      // What is too large for a trigger is a call all the same.
      waits !== undefined && JSON.stringify(context).length <= MAX_PAYLOAD && waits.expects(target, triggerOf(caller.agent, context)),
    ]);
    if (known) return again(known.call, target, context, key!);
    const rejected = await rejection(caller, target, { paused: off, find, maxDepth });
    if (rejected !== undefined) return { rejected };
    const { session, run, agent, chain } = caller;
    const fresh: Call = { id, caller: { session, run, agent }, target, context, chain: [...chain], state: 'pending', runner: null, value: null, error: null, created: port.now(), ended: null };
    made.set(run, (made.get(run) ?? new Set()).add(id));
    if (!(await write(undefined, fresh))) {
      const other = await read(id);
      return other ? again(other.call, target, context, key!) : { rejected: 'the call with this idempotency key is gone' };
    }
    try {
      return await dispatch(fresh, { keyed: key !== undefined, expected, ahead });
    } catch (error) {
      // The caller is told that there is no such call: it must not stand there as one that waits, in no queue.
      await end(id, () => true, { error: AppError.from(error).message }).catch(() => undefined);
      throw error;
    }
  }

  return {
    async call(caller, target, context, key) {
      if (key === undefined) return begin(caller, target, context, key);
      const id = keyedCallId(caller.run, key);
      const going = underWay.get(id);
      if (going) {
        demandSame(going, target, context, key);
        return going.answer;
      }
      const answer = begin(caller, target, context, key).finally(() => underWay.delete(id));
      underWay.set(id, { target, context, answer });
      return answer;
    },
    async check(caller, id) {
      const found = await read(id);
      if (!found || found.call.caller.run !== caller.run) throw new AppError('not_found', `Call ${id} not found or not owned by this agent.`);
      const { call } = found;
      if (isOver(call)) return call;
      const error = await lost(call) ?? (call.state === 'pending' ? await nobodyFor(call.target) : undefined);
      if (error !== undefined) await end(id, asIs(call), { error });
      return error === undefined ? call : (await read(id))?.call ?? call;
    },
    async take(agent, run, likely) {
      const [off, waiting, ...ahead] = await Promise.all([paused(), queue.waiting(agent.name), queue.readPlaces(agent.name), likely === undefined ? undefined : read(likely)]);
      if (off) return undefined;
      for (const [index, id] of waiting.entries()) {
        const [found, places] = index === 0 && id === likely ? [ahead[1], ahead[0]] : await Promise.all([read(id), index === 0 ? ahead[0] : queue.readPlaces(agent.name)]);
        if (found?.call.state !== 'pending') {
          await queue.drop(agent.name, [id]);
          continue;
        }
        if (!(await queue.take(agent.name, id, agent.capacity, false, places))) return undefined;
        const taken: Call = { ...found.call, state: 'running', runner: { session: port.session, run, agent: agent.name } };
        let written: Entry | undefined;
        try {
          written = await write(found.entry, taken);
        } catch (error) {
          // A place without a run would stay taken as long as this tab is there.
          await queue.leave(agent.name, id).catch(() => undefined);
          throw error;
        }
        if (written) {
          tell({ id, target: agent.name, state: 'running' }, taken.caller.session);
          // It is taken, whatever becomes of the queue: the next who looks there finds that it does not wait.
          await queue.drop(agent.name, [id]).catch(() => undefined);
          return taken;
        }
        await queue.leave(agent.name, id);
      }
      return undefined;
    },
    complete: (call, value) => finish(call, { value }),
    fail: (call, error) => finish(call, { error }),
    cancel: (id, error) => end(id, () => true, { error }),
    async failByCaller(run, error) {
      const all = [...made.get(run) ?? []];
      // One that cannot be ended does not keep the others running for nobody.
      const failed = (await Promise.allSettled(all.map((id) => end(id, () => true, { error })))).find((one) => one.status === 'rejected');
      if (failed) throw failed.reason;
      made.delete(run);
    },
    async rest(id, run, resting) {
      for (;;) {
        const found = await read(id);
        if (!found || !mine(run)(found.call) || (found.call.resting !== undefined) === resting) return;
        if (await write(found.entry, withRest(found.call, resting, port.now()))) return;
      }
    },
    async waits(run) {
      for (const id of made.get(run) ?? []) {
        const found = await read(id);
        if (found && isOver(found.call)) made.get(run)?.delete(id);
        else if (found) return true;
      }
      return false;
    },
    takePlace: (agent, id, more) => queue.take(agent.name, id, agent.capacity, more),
    leavePlace: leave,
    async sweep() {
      const asked = new Map<string, Promise<boolean>>();
      const alive = (session: string): Promise<boolean> => {
        const answer = asked.get(session) ?? port.alive(session);
        asked.set(session, answer);
        return answer;
      };
      const entries = await records.list(CALLS);
      const running = new Set((await records.list(RUNS)).map(({ key }) => key.slice(RUNS.length)));
      for (const entry of entries) {
        const call = callOf(entry);
        if (!call) continue;
        if (isOver(call)) {
          const ended = call.ended ?? 0;
          // Only the run that called can read it: when that is over, people look at it for a while, and nobody else.
          const unread = (): Promise<boolean> | boolean => !running.has(call.caller.run) || alive(call.caller.session).then((living) => !living);
          if (ended + KEEP_MS <= port.now() && (ended + KEEP_LONGEST_MS <= port.now() || await unread())) await records.remove(entry.key, entry.revision);
          continue;
        }
        const error = await lost(call, alive);
        if (error !== undefined) await end(call.id, asIs(call), { error });
      }
    },
    get: async (id) => (await read(id))?.call,
    list: async () => (await records.list(CALLS)).map(callOf).filter((call) => call !== undefined),
    subscribe,
    async pause(value) {
      let changed = false;
      await updateRecord(records, PAUSED, (now) => {
        changed = (now === true) !== value;
        return changed ? value : undefined;
      });
      if (changed) tell({});
    },
    paused,
  };
}
