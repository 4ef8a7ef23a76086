/** A peer as the contract suite asks it: every answer can cross the border of a page. The same code runs in Node and in a tab. */
import { createCalls, type CalledAgent } from '../../src/peers/calls.ts';
import { createLocks } from '../../src/peers/locks.ts';
import type { Coordination } from '../../src/peers/port.ts';
import { updateRecord } from '../../src/peers/update-record.ts';
import { createWaits } from '../../src/peers/waits.ts';
import { AppError } from '../../src/shared/errors.ts';
import type { Json } from '../../src/shared/json.ts';

const agents: CalledAgent[] = [{ name: 'tester', capacity: 1 }];

/** What something ended with: its value or the code of its error. */
const outcome = (work: Promise<unknown>): Promise<unknown> => work.then((value) => value ?? 'done', (error: unknown) => AppError.from(error).code);

export type ContractPeer = ReturnType<typeof contractPeer>;

export function contractPeer(port: Coordination) {
  const locks = createLocks(port);
  const calls = createCalls(port, { find: (name) => agents.find((agent) => agent.name === name) });
  const waits = createWaits(port);
  const heard: { topic: string; body: Json; from: string }[] = [];
  port.listen((topic, body, from) => { if (topic === 'contract') heard.push({ topic, body, from }); });
  const background = new Map<string, Promise<unknown>>();
  const stops = new Map<string, AbortController>();
  const begin = (name: string, work: (signal: AbortSignal) => Promise<unknown>): void => {
    const controller = new AbortController();
    stops.set(name, controller);
    background.set(name, outcome(work(controller.signal)));
  };
  const holder = (run: string) => ({ session: port.session, run: `${port.session}/${run}`, agent: run });
  return {
    session: async () => port.session,
    now: async () => port.now(),
    read: (key: string) => port.records.read(key),
    list: (prefix: string) => port.records.list(prefix),
    write: (key: string, revision: number, value: Json) => port.records.write(key, revision, value),
    remove: (key: string, revision: number) => port.records.remove(key, revision),
    failure: (key: string, value: Json) => outcome(port.records.write(key, 0, value)),
    alive: (session: string) => port.alive(session),
    announce: async (body: Json, to?: string) => port.announce('contract', body, to),
    async heard() {
      // Time passes with it, in a world where it does so only with what is asked.
      await port.records.read('x');
      return heard;
    },
    /** Something that goes on until the other side of it happens; asked for by its name. */
    beginEnded: async (name: string, session: string) => begin(name, (signal) => port.ended(session, signal)),
    beginSleep: async (name: string, ms: number) => begin(name, (signal) => port.sleep(ms, signal)),
    beginWait: async (name: string, agent: string, event: string, timeoutMs: number) => begin(name, (signal) => waits.wait({ agent, run: name, filter: { type: 'webhook', event }, timeoutMs }, signal)),
    stop: async (name: string) => stops.get(name)!.abort(),
    result: (name: string) => background.get(name)!,
    /** Adds one to a counter, as often as is said. */
    async count(key: string, times: number): Promise<void> {
      for (let n = 0; n < times; n++) await updateRecord(port.records, key, (value) => (typeof value === 'number' ? value : 0) + 1);
    },
    /** Differences of the clock from one look to the next. */
    async clockSteps(looks: number): Promise<number[]> {
      const steps: number[] = [];
      for (let last = port.now(); steps.length < looks;) {
        if (steps.length % 10 === 0) await port.records.read('x');
        const now = port.now();
        steps.push(now - last);
        last = now;
      }
      return steps;
    },
    acquire: (run: string, uri: string, ttl: number) => locks.acquire(holder(run), uri, ttl),
    release: (run: string, uri: string) => locks.release(holder(run), uri),
    releaseRun: (run: string) => locks.releaseRun(holder(run).run),
    stands: (key: string, fence: number) => locks.stands(key, fence),
    revoke: (key: string, fence: number) => locks.revoke(key, fence),
    locks: () => locks.list(),
    call: (run: string, target: string, context: string, key?: string) => calls.call({ ...holder(run), chain: [run] }, target, context, key),
    check: (run: string, id: string) => calls.check(holder(run), id),
    take: (run: string) => calls.take(agents[0]!, run),
    complete: (call: Parameters<typeof calls.complete>[0], value: string) => calls.complete(call, value),
    waiters: async (agent: string) => (await waits.list()).find((one) => one.agent === agent)?.waiters.map((waiter) => waiter.run) ?? [],
    trigger: (agent: string, event: string, payload: Json) => waits.trigger(agent, { type: 'webhook', event, payload }),
  };
}
