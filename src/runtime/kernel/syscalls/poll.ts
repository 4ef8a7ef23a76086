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
    poll: (process, fd, events, watch) => arm(process, fd, intArgument(events), watch === undefined ? undefined : intArgument(watch)),
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

/** Posts one event as soon as any of `wanted` holds; 0 cancels. @throws SysError EBADF */
export function arm(process: Process, fd: number, wanted: number, watch: number | undefined): void {
  const file = process.fds.get(fd);
  // A closed number may be taken by another file at once: an event for the old one must not reach the new one.
  process.fds.onClose ??= (closed) => cancel(process, closed);
  cancel(process, fd);
  if (wanted === 0) return;
  const deliver = (): boolean => {
    const ready = file.pollMask() & (wanted | ALWAYS);
    if (ready === 0) return false;
    process.post(watch === undefined ? { t: 'poll', fd, events: ready } : { t: 'poll', fd, events: ready, watch });
    return true;
  };
  if (deliver()) return;
  const remove = file.waiters.add(() => {
    if (deliver()) cancel(process, fd);
  });
  process.polls.set(fd, remove);
}

function cancel(process: Process, fd: number): void {
  process.polls.get(fd)?.();
  process.polls.delete(fd);
}
