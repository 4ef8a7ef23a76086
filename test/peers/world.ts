/**
 * A world of peers for tests: one seed decides the order in which every single step happens, which announcements are late, doubled, swapped
 * or lost, who is frozen, who dies and when, and how time passes. The code under test is the real one, on the `Coordination` port.
 */
import { createLockLeases } from '../../src/peers/lease-locks.ts';
import { createRecordLeases } from '../../src/peers/lease-records.ts';
import type { LeaseTable } from '../../src/peers/lease-table.ts';
import type { LeaseClock } from '../../src/peers/lock-manager.ts';
import type { Coordination, Entry, Listener } from '../../src/peers/port.ts';
import { AppError } from '../../src/shared/errors.ts';
import type { Json } from '../../src/shared/json.ts';
import { random } from '../support/sample.ts';
import { WorldLocks } from './world-locks.ts';

interface Step {
  peer: Peer;
  /** What happens in the world; its value goes to the peer in a later step. */
  effect: () => unknown;
  /** Undefined when nobody waits for an answer. */
  answer: { resolve: (value: never) => void; reject: (error: unknown) => void } | undefined;
  /** Happens in the peer, not in the world. */
  local: boolean;
  /** It happens in the world also while its peer is frozen: the message had left it. */
  sent: boolean;
  done?: { value?: unknown; error?: unknown };
}

interface Timer { at: number; peer: Peer; fire: () => void }

export interface Peer extends Coordination {
  leases: LeaseTable;
  readonly clock: LeaseClock;
  dead: boolean;
  /** Nothing of it happens before this step number. */
  frozenUntil: number;
  heard: Set<Listener>;
}

/** The death of one peer, the first that joined being 0, at one step. */
export interface Death { peer: number; step: number; happened?: boolean }

export interface WorldOptions {
  /** One that happens for certain, besides those of chance. */
  death?: Death;
  /** Chance of each at every step. */
  deaths?: number;
  freezes?: number;
  /** Milliseconds that may pass with a step. */
  pace?: number;
  /** What leases are made of. */
  leases?: 'records' | 'locks';
  /** Milliseconds by which the clock of a peer may be wrong; it knows that bound. */
  skew?: number;
}

export class World {
  readonly rand: () => number;
  readonly peers: Peer[] = [];
  readonly store = new Map<string, Entry>();
  readonly locks: WorldLocks;
  /** Told of every change of a record, for invariants. */
  onWrite: (before: Entry | undefined, after: Entry | undefined, by: Peer) => void = () => undefined;
  onDeath: (peer: Peer) => void = () => undefined;
  time = 1_000_000;
  step = 0;
  private revision = 0;
  private readonly steps: Step[] = [];
  private readonly timers: Timer[] = [];
  private readonly options: Required<Omit<WorldOptions, 'death'>>;
  private readonly death: Death | undefined;
  private names = 0;

  constructor(seed: number, { deaths = 0, freezes = 0, pace = 50, leases = 'records', skew = 0, death }: WorldOptions = {}) {
    this.rand = random(seed);
    this.death = death;
    this.options = { deaths, freezes, pace, leases, skew };
    this.locks = new WorldLocks(this);
  }

  below(n: number): number {
    return Math.floor(this.rand() * n);
  }

  /** Something that a peer asks the world for. */
  ask<T>(peer: Peer, effect: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (!peer.dead) this.steps.push({ peer, effect, answer: { resolve: resolve as (value: never) => void, reject }, local: false, sent: false });
    });
  }

  /** Something that a peer does to the world at some time, and that it does not wait for. */
  send(peer: Peer, effect: () => void): void {
    if (!peer.dead) this.steps.push({ peer, effect, answer: undefined, local: false, sent: false });
  }

  /** Something that the world tells a peer at some time. */
  deliver(peer: Peer, effect: () => void): void {
    if (!peer.dead) this.steps.push({ peer, effect, answer: undefined, local: true, sent: false });
  }

  /** @returns takes it back */
  after(ms: number, peer: Peer, fire: () => void): () => void {
    const timer: Timer = { at: this.time + ms, peer, fire };
    this.timers.push(timer);
    return () => drop(this.timers, timer);
  }

  join(): Peer {
    const world = this;
    const skew = (this.rand() * 2 - 1) * this.options.skew;
    const clock: LeaseClock = { now: () => world.time + skew, error: () => world.options.skew, moment: () => world.ask(peer, () => undefined) };
    const peer: Peer = {
      session: `s${++this.names}`, dead: false, frozenUntil: 0, heard: new Set(), clock,
      leases: undefined as unknown as LeaseTable,
      now: () => Math.round(clock.now()),
      records: {
        read: (key) => world.ask(peer, () => world.store.get(key)),
        list: (prefix) => world.ask(peer, () => [...world.store.values()].filter((entry) => entry.key.startsWith(prefix)).sort((a, b) => (a.key < b.key ? -1 : 1))),
        write: (key, revision, value) => world.ask(peer, () => world.write(peer, key, revision, value)),
        remove: (key, revision) => world.ask(peer, () => world.remove(peer, key, revision)),
      },
      alive: (session) => world.ask(peer, () => world.peers.some((one) => one.session === session && !one.dead)),
      async ended(session, signal) {
        while (await peer.alive(session)) await peer.sleep(100, signal);
      },
      announce: (topic, body, to) => world.tell(peer, topic, body, to),
      listen(listener) {
        peer.heard.add(listener);
        return () => peer.heard.delete(listener);
      },
      sleep: (ms, signal) => new Promise((resolve, reject) => {
        if (peer.dead) return;
        if (signal?.aborted) return reject(new AppError('aborted', 'Stopped.'));
        const stop = (): void => {
          cancel();
          reject(new AppError('aborted', 'Stopped.'));
        };
        const cancel = world.after(ms, peer, () => {
          signal?.removeEventListener('abort', stop);
          resolve();
        });
        signal?.addEventListener('abort', stop, { once: true });
      }),
    };
    peer.leases = this.options.leases === 'records' ? createRecordLeases(peer) : createLockLeases({ session: peer.session, locks: this.locks.of(peer), clock });
    this.peers.push(peer);
    return peer;
  }

  private write(peer: Peer, key: string, revision: number, value: Json): Entry | undefined {
    const before = this.store.get(key);
    if ((before?.revision ?? 0) !== revision) return undefined;
    // Stored as text is: nothing that a peer keeps changes what others read.
    const after: Entry = frozen({ key, revision: ++this.revision, value: structuredClone(value) });
    this.store.set(key, after);
    this.onWrite(before, after, peer);
    return after;
  }

  private remove(peer: Peer, key: string, revision: number): boolean {
    const before = this.store.get(key);
    if (before?.revision !== revision) return false;
    this.store.delete(key);
    this.onWrite(before, undefined, peer);
    return true;
  }

  private tell(from: Peer, topic: string, body: Json, to?: string): void {
    for (const peer of this.peers) {
      if (peer === from || peer.dead || (to ?? peer.session) !== peer.session) continue;
      // Lost, once or twice. Nobody hears of it who does not listen now or later; both are rolled, so that the seed means the same.
      for (let copies = [0, 1, 1, 1, 2][this.below(5)]!; copies > 0; copies--) {
        const ms = this.below(3) * this.below(400);
        this.after(ms, peer, () => { for (const listener of [...peer.heard]) listener(topic, body, from.session); });
      }
    }
  }

  kill(peer: Peer): void {
    if (peer.dead) return;
    peer.dead = true;
    // What it had asked for may have happened before it died, or not; it hears of neither.
    for (const step of this.steps) if (step.peer === peer && !step.done && !step.local && this.rand() < 0.3) step.effect();
    keep(this.steps, (step) => step.peer !== peer);
    keep(this.timers, (timer) => timer.peer !== peer);
    this.locks.died(peer);
    this.onDeath(peer);
  }

  /** Lets everything happen until `over`, or until nothing is left to happen. @throws when that takes too many steps */
  async run(over: () => boolean, maxSteps = 20_000): Promise<void> {
    const { steps, timers } = this;
    const awake = (peer: Peer): boolean => peer.frozenUntil <= this.step;
    const able = (step: Step): boolean => awake(step.peer) || (step.sent && !step.done);
    const due = (timer: Timer): boolean => timer.at <= this.time && awake(timer.peer);
    for (let idle = 0; !over();) {
      if (++this.step > maxSteps) throw new Error('the world does not come to rest');
      this.mischief();
      this.time += this.below(this.options.pace + 1);
      const [now, ripe] = [count(steps, able), count(timers, due)];
      if (now + ripe > 0) {
        idle = 0;
        const pick = this.below(now + ripe);
        if (pick < now) this.take(nth(steps, able, pick));
        else {
          const at = nth(timers, due, pick - now);
          const [timer] = timers.splice(at, 1);
          timer!.fire();
        }
      } else if (steps.length > 0) continue;
      else if (timers.length > 0) this.time = Math.max(this.time, timers.reduce((first, { at }) => Math.min(first, at), Infinity));
      else if (++idle > 5) return;
      // Everything that follows at once from that step.
      for (let hops = 0; hops < 12; hops++) await null;
    }
  }

  private take(at: number): void {
    const step = this.steps[at]!;
    // The change and the news of it are two moments.
    if (!step.done) {
      try {
        step.done = { value: step.effect() };
      } catch (error) {
        step.done = { error };
      }
      if (step.answer && (this.rand() < 0.3 || step.peer.frozenUntil > this.step)) return;
    }
    drop(this.steps, step);
    if ('error' in step.done) {
      if (!step.answer) throw step.done.error;
      step.answer.reject(step.done.error);
    } else step.answer?.resolve(step.done.value as never);
  }

  private mischief(): void {
    const { deaths, freezes } = this.options;
    const doomed = this.death?.step === this.step ? this.peers[this.death.peer] : undefined;
    if (doomed && !doomed.dead) {
      this.death!.happened = true;
      this.kill(doomed);
    }
    if (deaths > 0 && this.rand() < deaths) {
      const living = this.peers.filter((peer) => !peer.dead);
      if (living.length > 1) this.kill(living[this.below(living.length)]!);
    }
    if (freezes > 0 && this.rand() < freezes) {
      const living = this.peers.filter((peer) => !peer.dead);
      const peer = living[this.below(living.length)];
      // All of them may have left.
      if (!peer) return;
      peer.frozenUntil = this.step + 5 + this.below(60);
      for (const step of this.steps) if (step.peer === peer && !step.local && this.rand() < 0.5) step.sent = true;
    }
  }
}

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) for (const part of Object.values(Object.freeze(value))) frozen(part);
  return value;
}

function drop<T>(list: T[], one: T): void {
  const at = list.indexOf(one);
  if (at >= 0) list.splice(at, 1);
}

function keep<T>(list: T[], stays: (one: T) => boolean): void {
  let to = 0;
  for (const one of list) if (stays(one)) list[to++] = one;
  list.length = to;
}

function count<T>(list: readonly T[], fits: (one: T) => boolean): number {
  let found = 0;
  for (const one of list) if (fits(one)) found++;
  return found;
}

function nth<T>(list: readonly T[], fits: (one: T) => boolean, n: number): number {
  for (let at = 0; ; at++) if (fits(list[at]!) && n-- === 0) return at;
}
