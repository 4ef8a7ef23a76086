/** The `TTY` handle over the kernel's terminals. */
import { TTY as MODE } from '../../abi/constants.ts';
import { ERRNO } from '../../abi/errno.ts';
import type { NodeRuntime } from '../runtime.ts';
import { status } from './errors.ts';
import { perRuntime } from './per-runtime.ts';
import { streamClasses } from './stream-wrap.ts';

const UV_TTY_MODE_NORMAL = 0, UV_TTY_MODE_IO = 2;

/** Terminal modes before the process first changed them, by descriptor. */
const saved = new WeakMap<NodeRuntime, Map<number, number>>();

/** Puts terminals back as they were, as `uv_tty_reset_mode` does when a process ends: a shell must not inherit raw mode. */
export function resetTtyModes(rt: NodeRuntime): void {
  saved.get(rt)?.forEach((modes, fd) => status(() => rt.sys.tcsetattr(fd, modes)));
  saved.delete(rt);
}

function build(rt: NodeRuntime) {
  const { LibuvStreamWrap, streamOf, attach } = streamClasses(rt);

  class TTY extends LibuvStreamWrap {
    /** Like the original, failure is told through `context.code`, not thrown. */
    constructor(fd: number, context: { code?: string; errno?: number; message?: string; syscall?: string }) {
      super('TTYWRAP');
      const code = rt.sys.isatty(fd) ? attach(this, fd, true) : -ERRNO.EINVAL;
      if (code !== 0) Object.assign(context, { code: 'EINVAL', errno: code, message: 'invalid argument', syscall: 'uv_tty_init' });
      // libuv reopens a terminal and closes its own descriptor; the number given stays the program's.
      streamOf(this).keepDescriptor = true;
    }

    getWindowSize(out: number[]): number {
      return status(() => {
        const { cols, rows } = rt.sys.winsize(this.fd);
        out[0] = cols;
        out[1] = rows;
      });
    }

    setRawMode(mode: number): number {
      const { fd } = this;
      return status(() => {
        let before = saved.get(rt);
        if (!before) saved.set(rt, before = new Map());
        if (!before.has(fd)) before.set(fd, rt.sys.tcgetattr(fd));
        if (mode === UV_TTY_MODE_NORMAL) rt.sys.tcsetattr(fd, before.get(fd)!);
        else rt.sys.tcsetattr(fd, mode === UV_TTY_MODE_IO ? 0 : MODE.OPOST);
      });
    }
  }
  return { TTY };
}

export const ttyClasses = perRuntime(build);
