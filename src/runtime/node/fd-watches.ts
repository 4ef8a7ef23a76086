/** The descriptors an event loop waits for: one-shot polls of the kernel's, asked again as long as somebody wants to hear. */
import { ERRNO, SysError } from '../abi/errno.ts';
import type { Sys } from '../abi/syscalls.ts';
import type { FdWatch } from './runtime.ts';

/** True says that there is most likely more: it is called again at once, without asking the kernel. */
type Callback = (revents: number) => boolean | void;
interface Watch { id: number; events: number; callback: Callback; armed: boolean }

/** How often in a row that is done, as in libuv's `uv__read`: others are to have their turn. */
const MOST_IN_A_ROW = 32;

export class FdWatches {
  private readonly sys: Sys;
  private readonly enqueue: (fn: () => void) => void;
  private readonly enqueueNext: (fn: () => void) => void;
  private readonly watches = new Map<number, Watch>();
  private count = 0;

  /** @param enqueueNext ahead of what waits */
  constructor(sys: Sys, enqueue: (fn: () => void) => void, enqueueNext: (fn: () => void) => void) {
    this.sys = sys;
    this.enqueueNext = enqueueNext;
    this.enqueue = enqueue;
  }

  add(fd: number, events: number, callback: Callback): FdWatch {
    const watch: Watch = { id: ++this.count, events: 0, callback, armed: false };
    this.watches.set(fd, watch);
    const update = (wanted: number): void => {
      if (this.watches.get(fd) !== watch || (wanted === watch.events && watch.armed === (wanted !== 0))) return;
      watch.events = wanted;
      watch.armed = wanted !== 0;
      this.ask(fd, wanted, watch.id);
    };
    update(events);
    return {
      update,
      next: () => ({ events: watch.events, watch: watch.id }),
      armed: () => {
        watch.armed = true;
      },
      close: () => {
        if (this.watches.get(fd) !== watch) return;
        update(0);
        this.watches.delete(fd);
      },
    };
  }

  /** The kernel's event: the watch is armed again after its callback unless that changed the interest. */
  event(fd: number, revents: number, id = this.watches.get(fd)?.id): void {
    this.enqueue(() => {
      const watch = this.watches.get(fd);
      if (watch !== undefined && watch.id === id) this.tell(fd, watch, revents, 1);
    });
  }

  private tell(fd: number, watch: Watch, revents: number, times: number): void {
    const wanted = (): boolean => this.watches.get(fd) === watch && watch.events !== 0;
    if (!wanted()) return;
    watch.armed = false;
    let more: boolean | void = false;
    try {
      more = watch.callback(revents);
    } finally {
      if (wanted() && !watch.armed) {
        if (more === true && times < MOST_IN_A_ROW) this.enqueueNext(() => this.tell(fd, watch, revents, times + 1));
        else {
          watch.armed = true;
          this.ask(fd, watch.events, watch.id);
        }
      }
    }
  }

  /** Somebody may have closed the number behind the watch's back (`fs.closeSync`): then nothing is to be heard of it, and that is all. */
  private ask(fd: number, events: number, id: number): void {
    try {
      this.sys.poll(fd, events, id);
    } catch (e) {
      if (!(e instanceof SysError) || e.errno !== ERRNO.EBADF) throw e;
    }
  }

  /** Takes what is ready now ahead of what comes next. libuv hears of children and signals after all descriptors of the same turn. */
  takeReady(): void {
    const armed = [...this.watches].filter(([, watch]) => watch.armed);
    if (armed.length === 0) return;
    // One of them may have been closed behind its back: the others are asked one by one.
    const masks = this.masks(armed) ?? armed.map((one) => this.masks([one])?.[0] ?? 0);
    for (const [i, [fd]] of armed.entries()) if (masks[i] !== 0) this.event(fd, masks[i]!);
  }

  /** Undefined where one of them is closed. */
  private masks(watches: readonly [number, Watch][]): number[] | undefined {
    try {
      return this.sys.pollSync(watches.map(([fd]) => fd), watches.map(([, watch]) => watch.events), 0);
    } catch (e) {
      if (!(e instanceof SysError) || e.errno !== ERRNO.EBADF) throw e;
      return undefined;
    }
  }
}
