/**
 * libuv's loop over the browser's. A browser drains microtasks only between tasks, where Node drains them after each callback: so every
 * JavaScript callback runs in a task of its own ("hop"), and the phases advance from one task to the next.
 */
import { FdWatches } from './fd-watches.ts';
import { createHop } from './hop.ts';
import type { FdWatch, Loop } from './runtime.ts';
import type { Sys } from '../abi/syscalls.ts';

/** What the loop runs besides queued callbacks. `timers` and `immediates` return generators that yield where Node would drain ticks and microtasks (build/node-patches.ts). */
export interface LoopHooks {
  ticksPending(): boolean;
  runTicks(): void;
  /** Hands rejections that stayed unhandled to the library; true when there were any. */
  flushRejections(): boolean;
  timers(now: number): Iterator<void, number>;
  immediates(): Iterator<void, void>;
  /** Immediates that wait, and the ones among them that keep the loop alive. */
  immediateCount(): number;
  immediateRefs(): number;
  immediatesOutstanding(): boolean;
  /** Timers that keep the loop alive. */
  timerRefs(): number;
  /** Calls with InternalMakeCallback's rules. What `fn` throws leaves the turn, and meets the worker's `error` event with the place it was thrown at. */
  call(fn: () => void): void;
  /** Nothing is left to do: one more hop follows, then `beforeExit`. True when the program is a module that was not seen before: Node reads it in its loop. */
  settling(): boolean;
  beforeExit(): void;
  exit(): void;
  /** Ends the process with its exit code. Does not return. */
  leave(): never;
}

const POLL_PHASE = 0, CHECK = 1, CLOSING = 2, TIMERS = 3, ASK_BEFORE_EXIT = 4, AFTER_BEFORE_EXIT = 5, EXITED = 6;

export class EventLoop implements Loop {
  hooks!: LoopHooks;
  private readonly native: typeof globalThis;
  private readonly post: () => void;
  private posted = false;
  /** Set when the process runs: before that, callbacks only queue up. */
  private running = false;
  private refs = 0;
  private queue: (() => void)[] = [];
  private batch: (() => void)[] = [];
  private batchAt = 0;
  private closings: (() => void)[] = [];
  /** Those of the current closing phase. */
  private closingNow: (() => void)[] = [];
  private phase = TIMERS;
  private step: Iterator<void, number | void> | undefined;
  private settled = false;
  private polled = false;
  /** False when a module ran before the first poll: Node reads modules in its loop, and polls in the same turn. */
  private polledLast = true;
  /** After an exception Node drains ticks only when the next callback has run (InternalCallbackScope::Close). */
  private deferTicks = false;
  private readonly base: number;
  /** Turns so far, and milliseconds spent asleep: what `performance.eventLoopUtilization` reports. */
  turns = 0;
  idleMs = 0;
  /** Told of the first turn, and when nothing is left to do. */
  onFirstTurn: () => void = () => {};
  onEnd: () => void = () => {};
  private asleepSince: number | undefined;
  private timerDue: number | undefined;
  private timerRefed = false;
  private sleeper: ReturnType<typeof setTimeout> | undefined;
  private sleeperDue = 0;
  private readonly sys: Sys;
  private readonly fds: FdWatches;
  private readonly children = new Map<number, (status: number) => void>();
  private readonly signals = new Map<number, Set<() => void>>();
  private readonly watches = new Map<number, (event: 'rename' | 'change', filename: string) => void>();

  constructor(native: typeof globalThis, sys: Sys) {
    this.native = native;
    this.sys = sys;
    this.base = native.performance.now();
    this.fds = new FdWatches(sys, (fn) => this.enqueue(fn), (fn) => this.enqueueNext(fn));
    this.post = createHop(native, () => this.turn());
  }

  // ---- for bindings ----

  ref(): void {
    this.refs++;
  }

  unref(): void {
    this.refs--;
    // The last handle may go outside any callback of the loop (a promise of the browser): look whether that was the end.
    this.wake();
  }

  enqueue(fn: () => void): void {
    this.queue.push(fn);
    this.wake();
  }

  /** Like `enqueue`, ahead of what already waits: the rest of something that takes several steps. */
  enqueueNext(fn: () => void): void {
    if (this.phase === CHECK && this.batchAt === this.batch.length) this.phase = POLL_PHASE;
    this.batch.splice(this.batchAt, 0, fn);
    this.wake();
  }

  complete(fn: () => void): void {
    this.refs++;
    this.enqueue(() => {
      this.refs--;
      fn();
    });
  }

  closing(fn: () => void): void {
    this.closings.push(fn);
    this.wake();
  }

  watchFd(fd: number, events: number, callback: (revents: number) => boolean | void): FdWatch {
    return this.fds.add(fd, events, callback);
  }

  onChild(pid: number, callback: (status: number) => void): void {
    this.children.set(pid, callback);
  }

  onSignal(signal: number, callback: () => void): () => void {
    const set = this.signals.get(signal) ?? new Set();
    this.signals.set(signal, set);
    set.add(callback);
    return () => set.delete(callback);
  }

  onWatch(id: number, callback: (event: 'rename' | 'change', filename: string) => void): () => void {
    this.watches.set(id, callback);
    return () => this.watches.delete(id);
  }

  now(): number {
    return Math.floor(this.native.performance.now() - this.base);
  }

  // ---- events of the kernel ----

  pollEvent(fd: number, revents: number, watch: number | undefined): void {
    this.fds.event(fd, revents, watch);
  }

  childEvent(pid: number, status: number): void {
    // What the child wrote before it ended, and the end of it, come first.
    this.fds.takeReady();
    this.enqueue(() => {
      const callback = this.children.get(pid);
      this.children.delete(pid);
      callback?.(status);
    });
  }

  signalEvent(signal: number): void {
    this.enqueue(() => {
      for (const callback of [...this.signals.get(signal) ?? []]) callback();
    });
  }

  watchEvent(id: number, event: 'rename' | 'change', filename: string): void {
    this.enqueue(() => this.watches.get(id)?.(event, filename));
  }

  // ---- for the timers binding ----

  scheduleTimer(ms: number): void {
    this.timerDue = this.now() + Math.max(ms, 1);
    this.wake();
  }

  setTimerRef(on: boolean): void {
    this.timerRefed = on;
    this.wake();
  }

  // ---- running ----

  start(): void {
    this.running = true;
    this.wake();
  }

  /** Posts the next turn. Any number of callers, one task. */
  wake(): void {
    if (this.posted || !this.running) return;
    this.posted = true;
    this.post();
  }

  /** A loop that ended (process.exit in the middle of a callback) stays silent. */
  stop(): void {
    this.running = false;
  }

  /** Timers and immediates that hold the loop, as `process.getActiveResourcesInfo` lists them. */
  activeResources(): string[] {
    return [...new Array<string>(this.hooks.timerRefs()).fill('Timeout'), ...new Array<string>(this.hooks.immediateRefs()).fill('Immediate')];
  }

  alive(): boolean {
    return this.refs > 0 || this.closings.length > 0 || this.closingNow.length > 0 || (this.timerDue !== undefined && this.timerRefed) || this.hooks.immediateRefs() > 0;
  }

  private turn(): void {
    this.posted = false;
    if (!this.running) return;
    const { hooks } = this;
    if (this.turns++ === 0) this.onFirstTurn();
    if (this.asleepSince !== undefined) {
      this.idleMs += this.native.performance.now() - this.asleepSince;
      this.asleepSince = undefined;
      this.sys.asleep(false);
    }
    let more = true;
    let failed = true;
    try {
      const defer = this.deferTicks;
      this.deferTicks = false;
      if (!defer && hooks.ticksPending()) hooks.call(() => hooks.runTicks());
      else if (defer || !hooks.flushRejections()) more = this.advance();
      failed = false;
    } finally {
      this.deferTicks = failed;
      // Also after an exception: the process may handle it, and the rest of the phase goes on.
      if (more) this.wake();
    }
  }

  /** Moves through the phases until one callback ran (true) or the loop sleeps (false). */
  private advance(): boolean {
    for (;;) {
      switch (this.phase) {
        case TIMERS:
          if (this.step !== undefined || (this.timerDue !== undefined && this.now() >= this.timerDue)) {
            this.runTimers();
            return true;
          }
          this.phase = this.alive() ? POLL_PHASE : ASK_BEFORE_EXIT;
          break;
        case POLL_PHASE:
          if (this.batchAt === this.batch.length) {
            this.batch = this.queue;
            this.batchAt = 0;
            this.queue = [];
            if (this.batch.length === 0 && this.sleeps()) return false;
            this.polled = true;
          }
          if (this.batchAt < this.batch.length) {
            this.settled = false;
            const fn = this.batch[this.batchAt++]!;
            if (this.batchAt === this.batch.length) this.phase = CHECK;
            this.hooks.call(fn);
            return true;
          }
          this.phase = CHECK;
          break;
        case CHECK:
          if (this.step !== undefined || this.hooks.immediateCount() > 0 || this.hooks.immediatesOutstanding()) {
            this.runImmediates();
            return true;
          }
          this.beginClosing();
          break;
        case CLOSING: {
          // libuv keeps closing handles on a stack: the last one closed is told first.
          const fn = this.closingNow.pop();
          if (fn !== undefined) {
            this.settled = false;
            this.hooks.call(fn);
            return true;
          }
          this.phase = TIMERS;
          break;
        }
        case ASK_BEFORE_EXIT:
          if (!this.settled) {
            if (this.hooks.settling() && !this.polled) this.polledLast = false;
            // One more hop: the browser reports unhandled rejections in a task it posts after the microtasks.
            this.settled = true;
            this.phase = TIMERS;
            return true;
          }
          // What unreferenced handles have waiting still comes.
          if (!this.polledLast && (this.queue.length > 0 || this.batchAt < this.batch.length)) {
            this.polledLast = true;
            this.phase = POLL_PHASE;
            break;
          }
          this.phase = AFTER_BEFORE_EXIT;
          this.hooks.call(() => this.hooks.beforeExit());
          return true;
        case AFTER_BEFORE_EXIT:
          if (this.alive()) {
            this.settled = false;
            this.phase = TIMERS;
            break;
          }
          this.phase = EXITED;
          this.onEnd();
          this.hooks.exit();
          return true;
        default:
          return this.hooks.leave();
      }
    }
  }

  /** True when the poll phase has to wait; arms the browser's timer for the next of Node's. */
  private sleeps(): boolean {
    if (this.hooks.immediateCount() > 0 || this.closings.length > 0) return false;
    if (!this.alive()) return false;
    const wait = this.timerDue === undefined ? undefined : this.base + this.timerDue - this.native.performance.now();
    if (wait !== undefined && wait <= 0) return false;
    // One that is for the same timer stays: a server's loop sleeps many times before the next of its timers.
    if (this.sleeper !== undefined && (wait === undefined || this.timerDue !== this.sleeperDue)) {
      this.native.clearTimeout(this.sleeper);
      this.sleeper = undefined;
    }
    if (wait !== undefined && this.sleeper === undefined) {
      this.sleeperDue = this.timerDue!;
      // The callback only posts a hop: a timer set from within a timer's task would be held back 4 ms.
      this.sleeper = this.native.setTimeout(() => {
        this.sleeper = undefined;
        this.wake();
      }, wait);
    }
    this.asleepSince = this.native.performance.now();
    this.sys.asleep(true);
    return true;
  }

  private beginClosing(): void {
    this.closingNow = this.closings;
    this.closings = [];
    this.phase = CLOSING;
  }

  private runTimers(): void {
    this.settled = false;
    if (this.step === undefined) {
      this.timerDue = undefined;
      this.step = this.hooks.timers(this.now());
    }
    const { step } = this;
    let result: IteratorResult<void, number | void> | undefined;
    try {
      this.hooks.call(() => {
        result = step.next();
        // Before the ticks, as in Node: what they set comes on top of it, and may be due earlier than all that waited.
        if (result.done) this.timersDone(result.value as number);
      });
    } finally {
      if (result === undefined) {
        // A timer threw: should the process live on, Node calls processTimers again for the rest.
        this.step = undefined;
        this.timerDue = this.now();
      } else if (result.done) {
        this.step = undefined;
        this.phase = this.alive() ? POLL_PHASE : ASK_BEFORE_EXIT;
      }
    }
  }

  /** What processTimers returned: 0 for none left, else the next expiry, negative when it does not hold the loop. */
  private timersDone(next: number): void {
    if (next !== 0) {
      this.timerDue = Math.max(Math.abs(next), this.now() + 1);
      this.timerRefed = next > 0;
    } else {
      this.timerRefed = false;
    }
  }

  private runImmediates(): void {
    this.settled = false;
    const step = this.step ??= this.hooks.immediates();
    let result: IteratorResult<void, number | void> | undefined;
    try {
      this.hooks.call(() => {
        result = step.next();
      });
    } finally {
      if (result === undefined || result.done) {
        this.step = undefined;
        // An immediate that threw leaves the others outstanding; they run in this same phase.
        if (!this.hooks.immediatesOutstanding()) this.beginClosing();
      }
    }
  }
}
