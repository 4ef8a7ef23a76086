/** System calls about readiness: `poll` for programs with an event loop, `pollSync` for those that wait. */
import { POLL } from '../../abi/constants.ts';
import { ERRNO, SysError } from '../../abi/errno.ts';
import { block } from '../block.ts';
import { type Process, WOULD_BLOCK } from '../types.ts';
import { intArgument, intsArgument, timeArgument } from './arguments.ts';
import type { CallGroup } from './group.ts';

type Names = 'poll' | 'pollSync';

/** HUP and ERR are reported whether asked for or not. */
const ALWAYS = POLL.ERR | POLL.HUP;

export function pollCalls(): CallGroup<Names> {
  return {
    poll(process, fd, events) {
      const file = process.fds.get(fd);
      // A closed number may be taken by another file at once: an event for the old one must not reach the new one.
      process.fds.onClose ??= (closed) => cancel(process, closed);
      cancel(process, fd);
      const wanted = intArgument(events);
      if (wanted === 0) return;
      const deliver = (): boolean => {
        const ready = file.pollMask() & (wanted | ALWAYS);
        if (ready === 0) return false;
        process.post({ t: 'poll', fd, events: ready });
        return true;
      };
      if (deliver()) return;
      const remove = file.waiters.add(() => {
        if (deliver()) cancel(process, fd);
      });
      process.polls.set(fd, remove);
    },
    pollSync(process, fds, events, timeoutMs) {
      const files = intsArgument(fds).map((fd) => process.fds.get(fd));
      const wanted = intsArgument(events);
      if (wanted.length !== files.length) throw new SysError(ERRNO.EINVAL);
      const masks = () => files.map((file, i) => file.pollMask() & (wanted[i]! | ALWAYS));
      const attempt = () => {
        const ready = masks();
        return ready.some((mask) => mask !== 0) ? ready : WOULD_BLOCK;
      };
      return block(process, files.map((file) => file.waiters), attempt, { timeoutMs: timeArgument(timeoutMs), onTimeout: () => files.map(() => 0) });
    },
  };
}

function cancel(process: Process, fd: number): void {
  process.polls.get(fd)?.();
  process.polls.delete(fd);
}
