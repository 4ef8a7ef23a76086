/** `StatWatcher`: `fs.watchFile` by polling, as libuv's uv_fs_poll. */
import { SysError } from '../../abi/errno.ts';
import type { StatFields } from '../../abi/syscalls.ts';
import type { Internal, NodeRuntime } from '../runtime.ts';
import { handleClasses } from '../streams/handle-wrap.ts';
import { type NodePath, textOf } from './path.ts';
import { fillStats, STAT_FIELDS } from './stats.ts';

const ZERO: StatFields = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];

export function statWatcherClass(rt: NodeRuntime): Internal {
  const { HandleWrap, stateOf } = handleClasses(rt);

  class StatWatcher extends HandleWrap {
    declare onchange: Internal;
    readonly #bigint: boolean;
    #timer: ReturnType<typeof setTimeout> | undefined;
    #last: StatFields = ZERO;
    /** What the last look gave: 0 or a negative errno; undefined before the first. */
    #status: number | undefined;

    constructor(bigint: boolean) {
      super('STATWATCHER');
      this.#bigint = bigint;
      stateOf(this).release = () => rt.native.clearTimeout(this.#timer);
    }

    start(target: NodePath, interval: number): number {
      const path = textOf(target);
      rt.permission?.demand('FileSystemRead', path);
      stateOf(this).setActive(true);
      const again = (): void => {
        // The browser's timer only queues the look; the look itself runs in the loop's own turn.
        this.#timer = rt.native.setTimeout(() => rt.loop.enqueue(() => {
          if (stateOf(this).closing) return;
          // First: the look may end in an exception of the program's, and closing takes the timer away.
          again();
          this.#look(path);
        }), Math.max(interval, 1));
      };
      rt.loop.enqueue(() => {
        if (stateOf(this).closing) return;
        again();
        this.#look(path);
      });
      return 0;
    }

    #look(path: string): void {
      let now = ZERO;
      let status = 0;
      try {
        now = rt.sys.stat(path, true);
      } catch (e) {
        if (!(e instanceof SysError)) throw e;
        status = -e.errno;
      }
      const before = this.#last;
      const changed = this.#status === undefined
        // The first look tells only about a file that is not there.
        ? status !== 0
        // Reading alone (the access time) is no change; the other fields are.
        : status !== this.#status || now.some((value, i) => i !== 10 && value !== before[i]);
      this.#last = now;
      this.#status = status;
      if (!changed) return;
      const values = this.#bigint ? new BigInt64Array(2 * STAT_FIELDS) : new Float64Array(2 * STAT_FIELDS);
      fillStats(values, now);
      fillStats(values, before, STAT_FIELDS);
      stateOf(this).context.call(this.onchange, this, status, values);
    }
  }
  return StatWatcher;
}
