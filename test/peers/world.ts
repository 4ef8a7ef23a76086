/**
 * A world of peers for tests: one seed decides the order in which every single step happens, which announcements are late, doubled, swapped
 * or lost, who is frozen, who dies and when, and how time passes. The code under test is the real one, on the `Coordination` port.
 */
import { createRecordLeases } from '../../src/peers/lease-records.ts';
import type { LeaseTable } from '../../src/peers/lease-table.ts';
import type { Coordination, Entry, Listener } from '../../src/peers/port.ts';
import { AppError } from '../../src/shared/errors.ts';
import type { Json } from '../../src/shared/json.ts';
import { random } from '../support/sample.ts';

interface Step {
  peer: Peer;
  /** What happens in the world; its value goes to the peer in a later step. */
  effect: () => unknown;
  resolve: (value: never) => void;
  reject: (error: unknown) => void;
  done?: { value?: unknown; error?: unknown };
}

interface Timer { at: number; peer: Peer; fire: () => void }

export interface Peer extends Coordination {
  leases: LeaseTable;
  dead: boolean;
  /** Nothing of it happens before this step number. */
  frozenUntil: number;
  heard: Set<Listener>;
}

export interface WorldOptions {
  /** Chance of each at every step. */
  deaths?: number;
  freezes?: number;
  /** Milliseconds that may pass with a step. */
  pace?: number;
}

export class World {
  readonly rand: () => number;
  readonly peers: Peer[] = [];
  readonly store = new Map<string, Entry>();
  /** Told of every change of a record, for invariants. */
  onWrite: (before: Entry | undefined, after: Entry | undefined, by: Peer) => void = () => undefined;
  onDeath: (peer: Peer) => void = () => undefined;
  time = 1_000_000;
  step = 0;
  private revision = 0;
  private steps: Step[] = [];
  private timers: Timer[] = [];
  private readonly options: Required<WorldOptions>;
  private names = 0;

  constructor(seed: number, { deaths = 0, freezes = 0, pace = 50 }: WorldOptions = {}) {
    this.rand = random(seed);
    this.options = { deaths, freezes, pace };
  }

  below(n: number): number {
    return Math.floor(this.rand() * n);
  }

  join(): Peer {
    const world = this;
    const ask = <T>(peer: Peer, effect: () => T): Promise<T> => new Promise<T>((resolve, reject) => {
      if (!peer.dead) world.steps.push({ peer, effect, resolve: resolve as (value: never) => void, reject });
    });
    const peer: Peer = {
      session: `s${++this.names}`, dead: false, frozenUntil: 0, heard: new Set(),
      leases: undefined as unknown as LeaseTable,
      now: () => world.time,
      records: {
        read: (key) => ask(peer, () => world.store.get(key)),
        list: (prefix) => ask(peer, () => [...world.store.values()].filter((entry) => entry.key.startsWith(prefix)).sort((a, b) => (a.key < b.key ? -1 : 1))),
        write: (key, revision, value) => ask(peer, () => world.write(peer, key, revision, value)),
        remove: (key, revision) => ask(peer, () => world.remove(peer, key, revision)),
      },
      alive: (session) => ask(peer, () => world.peers.some((one) => one.session === session && !one.dead)),
      async ended(session, signal) {
        while (await peer.alive(session)) await peer.sleep(100, signal);
      },
      announce: (topic, body) => world.tell(peer, topic, body),
      listen(listener) {
        peer.heard.add(listener);
        return () => peer.heard.delete(listener);
      },
      sleep: (ms, signal) => new Promise((resolve, reject) => {
        if (peer.dead) return;
        if (signal?.aborted) return reject(new AppError('aborted', 'Stopped.'));
        const stop = (): void => {
          world.timers = world.timers.filter((one) => one !== timer);
          reject(new AppError('aborted', 'Stopped.'));
        };
        const timer: Timer = { at: world.time + ms, peer, fire: () => {
          signal?.removeEventListener('abort', stop);
          resolve();
        } };
        world.timers.push(timer);
        signal?.addEventListener('abort', stop, { once: true });
      }),
    };
    peer.leases = createRecordLeases(peer);
    this.peers.push(peer);
    return peer;
  }

  private write(peer: Peer, key: string, revision: number, value: Json): Entry | undefined {
    const before = this.store.get(key);
    if ((before?.revision ?? 0) !== revision) return undefined;
    // Stored as text is: nothing that a peer keeps changes what others read.
    const after: Entry = { key, revision: ++this.revision, value: structuredClone(value) };
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

  private tell(from: Peer, topic: string, body: Json): void {
    for (const peer of this.peers) {
      if (peer === from || peer.dead) continue;
      // Lost, once or twice.
      for (let copies = [0, 1, 1, 1, 2][this.below(5)]!; copies > 0; copies--) {
        this.timers.push({ at: this.time + this.below(3) * this.below(400), peer, fire: () => { for (const listener of [...peer.heard]) listener(topic, body, from.session); } });
      }
    }
  }

  kill(peer: Peer): void {
    if (peer.dead) return;
    peer.dead = true;
    // What it had asked for may have happened before it died, or not; it hears of neither.
    for (const step of this.steps) if (step.peer === peer && !step.done && this.rand() < 0.3) step.effect();
    this.steps = this.steps.filter((step) => step.peer !== peer);
    this.timers = this.timers.filter((timer) => timer.peer !== peer);
    this.onDeath(peer);
  }

  /** Lets everything happen until `over`, or until nothing is left to happen. @throws when that takes too many steps */
  async run(over: () => boolean, maxSteps = 20_000): Promise<void> {
    for (let idle = 0; !over();) {
      if (++this.step > maxSteps) throw new Error('the world does not come to rest');
      const awake = (peer: Peer): boolean => !peer.dead && peer.frozenUntil <= this.step;
      this.mischief();
      this.time += this.below(this.options.pace + 1);
      const able = this.steps.filter((step) => awake(step.peer));
      const due = this.timers.filter((timer) => awake(timer.peer) && timer.at <= this.time);
      if (able.length + due.length > 0) {
        idle = 0;
        const pick = this.below(able.length + due.length);
        if (pick < able.length) this.take(able[pick]!);
        else {
          const timer = due[pick - able.length]!;
          this.timers = this.timers.filter((one) => one !== timer);
          timer.fire();
        }
      } else if (this.steps.some((step) => !step.peer.dead)) continue;
      else if (this.timers.length > 0) this.time = Math.max(this.time, Math.min(...this.timers.map((timer) => timer.at)));
      else if (++idle > 5) return;
      // Everything that follows at once from that step.
      for (let hops = 0; hops < 12; hops++) await null;
    }
  }

  private take(step: Step): void {
    // The change and the news of it are two moments.
    if (!step.done) {
      try {
        step.done = { value: step.effect() };
      } catch (error) {
        step.done = { error };
      }
      if (this.rand() < 0.3) return;
    }
    this.steps.splice(this.steps.indexOf(step), 1);
    if ('error' in step.done) step.reject(step.done.error);
    else step.resolve(structuredClone(step.done.value) as never);
  }

  private mischief(): void {
    const living = this.peers.filter((peer) => !peer.dead);
    if (living.length > 1 && this.rand() < this.options.deaths) this.kill(living[this.below(living.length)]!);
    if (this.rand() < this.options.freezes) living[this.below(living.length)]!.frozenUntil = this.step + 5 + this.below(60);
  }
}
