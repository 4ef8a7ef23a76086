/**
 * Locks of peers on a NATS server that are killed and stopped, and of a server that is killed and started anew: all that was asked and answered
 * could have happened one after the other. In the long run only: each death costs its time to live.
 */
import { build } from 'esbuild';
import { fork, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cache, root } from '../../src/build/paths.ts';
import type { Acquired, Released } from '../../src/peers/locks.ts';
import { AppError, type AppErrorJson } from '../../src/shared/errors.ts';
import { hasNatsServer, PASSWORD, startNatsServer, type NatsServerProcess } from '../support/nats-server.ts';
import { random, SEED, SOAK } from '../support/sample.ts';
import { linearize } from './linearizability.ts';
import { FREE, lockOperations, stateKey, type Death, type LockCall } from './lock-history.ts';
import type { Question, Reply } from './nats-process.ts';

const PEERS = 8;
const CALLS = Number(process.env.TABLOOM_STORM ?? 5_000);
/** Of each kind of misfortune. */
const EACH = Math.ceil(CALLS / 400);
const KEYS = ['lock://a', 'lock://b', 'lock://c'];
const TTLS = [0.5, 2, 5];
const SESSION_MS = 3_000;
/** Milliseconds after its end that a peer's locks may still be seen: its time to live, and what the server and a busy machine take. */
const PROMISE_MS = SESSION_MS + 4_000;
/** How far the clocks of peers may differ. */
const SLACK_MS = 150;

let server: NatsServerProcess;
let folder: string;
let program: string;
beforeAll(async () => {
  if (!hasNatsServer || !SOAK) return;
  folder = mkdtempSync(join(cache, 'storm-'));
  program = join(folder, 'peer.mjs');
  await build({ entryPoints: [join(root, 'test/peers/nats-process.ts')], bundle: true, platform: 'node', format: 'esm', outfile: program, logLevel: 'silent', banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" } });
  server = await startNatsServer();
});
afterAll(async () => {
  await server?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

const clock = (): number => performance.now();

class Peer {
  readonly id: string;
  readonly child: ChildProcess;
  session = '';
  dead = false;
  /** When it was surely alive last. */
  heard = 0;
  private readonly waiting = new Map<number, { resolve(value: never): void; reject(error: Error): void }>();
  private asked = 0;

  constructor(id: string) {
    this.id = id;
    this.child = fork(program, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    this.child.on('message', (reply: Reply) => {
      const { resolve, reject } = this.waiting.get(reply.id)!;
      if ('error' in reply) reject(AppError.fromJSON(reply.error as AppErrorJson));
      else resolve(reply.value as never);
    });
    this.child.on('exit', () => { for (const { reject } of this.waiting.values()) reject(new AppError('killed', 'Killed.')); });
  }

  ask<T>(name: string, ...args: unknown[]): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const id = this.asked++;
      this.waiting.set(id, { resolve: resolve as (value: never) => void, reject });
      if (this.child.exitCode !== null || this.child.signalCode !== null) return reject(new AppError('killed', 'Killed.'));
      this.child.send({ id, name, args } satisfies Question, () => undefined);
    });
  }
}

it.skipIf(!hasNatsServer || !SOAK)(`could have happened one after the other: ${CALLS} calls, ${EACH * 4} misfortunes`, async () => {
  const rand = random(SEED);
  const below = (n: number): number => Math.floor(rand() * n);
  const calls: LockCall[] = [];
  const deaths: Death[] = [];
  const living = new Set<Peer>();
  const drives: Promise<void>[] = [];
  let peers = 0;
  const ends = { killed: 0, expired: 0, unknown: 0 };

  /** Its session is over, or will be as soon as its time is. */
  function bury(peer: Peer): void {
    if (peer.dead) return;
    peer.dead = true;
    living.delete(peer);
    deaths.push({ page: peer.id, start: peer.heard, end: clock() + PROMISE_MS });
    peer.child.kill('SIGKILL');
  }

  async function drive(peer: Peer): Promise<void> {
    let run = '';
    let runs = 0;
    let held: { key: string; fence: number } | undefined;
    async function call<T>(key: string, lost: LockCall['did'] | undefined, ask: () => Promise<T>, did: (answer: T) => LockCall['did'] | undefined): Promise<T | undefined> {
      const start = clock();
      const note = (what: LockCall['did'] | undefined, end: number): void => { if (what) calls.push({ key, run: `${peer.session}/${run}`, page: peer.id, start, end, did: what }); };
      try {
        const answer = await ask();
        peer.heard = clock();
        note(did(answer), clock());
        return answer;
      } catch (error) {
        const { code } = AppError.from(error);
        if (!['killed', 'session_ended', 'answer_lost'].includes(code)) throw error;
        ends[code === 'killed' ? 'killed' : code === 'session_ended' ? 'expired' : 'unknown']++;
        note(lost, Infinity);
        bury(peer);
        return undefined;
      }
    }
    const refusal = (lease: { holder: { run: string } }): LockCall['did'] => ({ kind: 'refused', by: lease.holder.run });
    while (!peer.dead && calls.length < CALLS) {
      if (!held || rand() < 0.2) {
        if (!held) run = `run-${runs++}`;
        const key = held?.key ?? KEYS[below(KEYS.length)]!;
        const ttl = TTLS[below(TTLS.length)]!;
        const answer = await call(key, { kind: 'unknown', ttlMs: ttl * 1000 }, () => peer.ask<Acquired>('acquire', run, key, ttl), (result) => {
          if (result.acquired) return { kind: result.renewed ? 'renewed' : 'granted', fence: result.lease.fence, ttlMs: ttl * 1000 };
          return result.reason === 'held' ? refusal(result.lease) : undefined;
        });
        held = answer?.acquired ? { key, fence: answer.lease.fence } : undefined;
        continue;
      }
      const { key, fence } = held;
      if (rand() < 0.6) {
        await call(key, undefined, () => peer.ask<boolean>('stands', key, fence), (yes) => ({ kind: yes ? 'stands' : 'gone', fence }));
        continue;
      }
      await call(key, undefined, () => peer.ask<Released>('release', run, key), (result) => (result.released ? { kind: 'released' } : result.reason === 'held' ? refusal(result.lease) : { kind: 'not_found' }));
      held = undefined;
    }
  }

  async function begin(): Promise<Peer> {
    const peer = new Peer(`peer-${peers++}`);
    // As a page does: a server that was just started, or is very busy, is tried again.
    for (let tries = 1; peer.session === ''; tries++) {
      peer.session = await peer.ask<string>('join', { address: server.address, user: 'class', password: PASSWORD, team: 'storm', project: 'storm', ttlMs: SESSION_MS }).catch((error: unknown) => {
        if (tries === 10) throw error;
        return '';
      });
    }
    peer.heard = clock();
    return peer;
  }
  /** There are always as many, also after some have died. They start together, or the first would be done before the others are there. */
  async function fill(): Promise<void> {
    for (const peer of await Promise.all(Array.from({ length: PEERS - living.size }, begin))) {
      living.add(peer);
      drives.push(drive(peer));
    }
  }
  const pick = (): Peer => [...living][below(living.size)]!;
  const pause = (ms: number): Promise<void> => new Promise((done) => { setTimeout(done, ms); });

  async function stop(ms: number): Promise<void> {
    const { child } = pick();
    child.kill('SIGSTOP');
    await pause(ms);
    child.kill('SIGCONT');
  }
  const misfortunes = Array.from({ length: EACH }, () => [
    async () => bury(pick()),
    () => stop(100 + below(1_500)),
    // Longer than it lives without a sign.
    () => stop(SESSION_MS + below(2_000)),
    async () => {
      await server.kill();
      await pause(below(500));
      await server.start();
    },
  ]).flat();

  await fill();
  for (const [index, misfortune] of misfortunes.entries()) {
    const share = (CALLS * (index + 0.5)) / misfortunes.length;
    while (calls.length < share && living.size > 0) await pause(5);
    await fill();
    await misfortune();
  }
  await fill();
  await Promise.all(drives);
  for (const peer of living) peer.child.kill('SIGKILL');

  for (const key of KEYS) expect(linearize(lockOperations(calls.filter((call) => call.key === key), deaths, SLACK_MS), FREE, stateKey), key).toEqual({ linearizable: true });
  for (const kind of ['granted', 'renewed', 'refused', 'released', 'stands'] as const) expect(calls.filter(({ did }) => did.kind === kind).length, kind).toBeGreaterThan(CALLS / 50);
  expect(deaths.length).toBeGreaterThanOrEqual(EACH);
  expect(ends.expired).toBeGreaterThan(0);
}, 3_600_000);
