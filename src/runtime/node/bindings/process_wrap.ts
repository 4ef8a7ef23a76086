import { WNOHANG } from '../../abi/constants.ts';
import { ERRNO } from '../../abi/errno.ts';
import { signalName, decodeStatus } from '../process/signals.ts';
import { ChildDescriptors, start } from '../process/spawn-options.ts';
import type { Binding, Internal } from '../runtime.ts';
import { status, statusOf } from '../streams/errors.ts';
import { handleClasses } from '../streams/handle-wrap.ts';
import { streamClasses } from '../streams/stream-wrap.ts';
import { expose } from '../streams/expose.ts';

interface StdioOption { type: 'ignore' | 'pipe' | 'overlapped' | 'inherit' | 'fd' | 'wrap'; handle?: Internal; fd?: number }

const DETACHED = 1;

export const process_wrap: Binding = {
  name: 'process_wrap',
  create(rt, shape) {
    const { HandleWrap, stateOf } = handleClasses(rt);
    const { attach, isStream } = streamClasses(rt);

    class Process extends HandleWrap {
      declare pid: number;
      declare onexit: Internal;
      #alive = false;

      constructor() {
        super('PROCESSWRAP');
        // Listed from its start on.
        rt.active.handles.delete(stateOf(this));
      }

      spawn(file: string, args: string[] | undefined, cwd: string | undefined, envPairs: string[] | undefined, stdio: StdioOption[], flags: number, uid?: number, gid?: number): number {
        rt.permission?.demand('ChildProcess', file);
        const child = new ChildDescriptors(rt);
        const mine: { handle: Internal; fd: number }[] = [];
        let result = 0;
        try {
          for (const [i, option] of stdio.entries()) {
            if (option.type === 'pipe' || option.type === 'overlapped') mine.push({ handle: option.handle, fd: child.pipe() });
            else if (option.type === 'inherit' || option.type === 'fd') child.give(option.fd ?? i);
            else if (option.type === 'wrap') child.give(isStream(option.handle) ? option.handle.fd : -1);
            else child.ignore();
          }
          this.pid = start(rt, { file, args, cwd, envPairs, detached: (flags & DETACHED) !== 0, uid, gid }, child.fds);
        } catch (e) {
          result = statusOf(e);
        }
        child.close();
        // Also when the program was not found: the pipes then read end of file, and 'close' follows 'error'.
        for (const { handle, fd } of mine) attach(handle, fd, false);
        if (result !== 0) return result;
        stateOf(this).enlist();
        this.#alive = true;
        stateOf(this).setActive(true);
        rt.loop.onChild(this.pid, (wait) => this.#ended(wait));
        return 0;
      }

      #ended(wait: number): void {
        status(() => rt.sys.waitpid(this.pid, WNOHANG));
        this.#alive = false;
        stateOf(this).setActive(false);
        // Who closed the handle does not want to know any more.
        if (stateOf(this).closing) return;
        const { code, signal } = decodeStatus(wait);
        stateOf(this).context.call(this.onexit, this, code, signalName(rt, signal));
      }

      kill(signal: number): number {
        return this.#alive ? status(() => rt.sys.kill(this.pid, signal)) : -ERRNO.ESRCH;
      }
    }
    return expose(shape, { Process });
  },
};
