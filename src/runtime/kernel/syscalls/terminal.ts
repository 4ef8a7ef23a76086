/** System calls on terminals. */
import { ERRNO, SysError } from '../../abi/errno.ts';
import type { Process, TtyFile } from '../types.ts';
import { block } from '../block.ts';
import { ptyOf } from '../tty/pty.ts';
import { intArgument } from './arguments.ts';
import type { CallGroup } from './group.ts';

type Names = 'isatty' | 'tcgetattr' | 'tcsetattr' | 'winsize' | 'tcgetpgrp' | 'tcsetpgrp';

export function terminalCalls(): CallGroup<Names> {
  return {
    isatty: (process, fd) => process.fds.has(intArgument(fd)) && process.fds.get(fd).tty !== undefined,
    tcgetattr: (process, fd) => ttyOf(process, fd).getModes(),
    tcsetattr(process, fd, modes) {
      const tty = ttyOf(process, fd);
      intArgument(modes);
      return block<void>(process, [], () => tty.setModes(process, modes) as undefined);
    },
    winsize: (process, fd) => ttyOf(process, fd).winsize(),
    tcgetpgrp(process, fd) {
      const tty = ttyOf(process, fd);
      if (ptyOf(process.fds.get(fd))?.session !== process.sid) throw new SysError(ERRNO.ENOTTY);
      return tty.foregroundGroup();
    },
    tcsetpgrp(process, fd, pgid) {
      const tty = ttyOf(process, fd);
      intArgument(pgid);
      return block<void>(process, [], () => tty.setForegroundGroup(process, pgid) as undefined);
    },
  };
}

/** @throws SysError EBADF, ENOTTY */
function ttyOf(process: Process, fd: unknown): TtyFile {
  const { tty } = process.fds.get(intArgument(fd));
  if (!tty) throw new SysError(ERRNO.ENOTTY);
  return tty;
}
