/** System calls on terminals. */
import { ERRNO, SysError } from '../../abi/errno.ts';
import type { Process, TtyFile } from '../types.ts';
import { ptyOf } from '../tty/pty.ts';
import { intArgument } from './arguments.ts';
import type { CallGroup } from './group.ts';

type Names = 'isatty' | 'tcgetattr' | 'tcsetattr' | 'winsize' | 'tcgetpgrp' | 'tcsetpgrp';

export function terminalCalls(): CallGroup<Names> {
  return {
    isatty: (process, fd) => process.fds.has(intArgument(fd)) && process.fds.get(fd).tty !== undefined,
    tcgetattr: (process, fd) => ttyOf(process, fd).getModes(),
    tcsetattr: (process, fd, modes) => ttyOf(process, fd).setModes(intArgument(modes)),
    winsize: (process, fd) => ttyOf(process, fd).winsize(),
    tcgetpgrp(process, fd) {
      const tty = ttyOf(process, fd);
      if (ptyOf(process.fds.get(fd))?.session !== process.sid) throw new SysError(ERRNO.ENOTTY);
      return tty.foregroundGroup();
    },
    tcsetpgrp: (process, fd, pgid) => ttyOf(process, fd).setForegroundGroup(process, intArgument(pgid)),
  };
}

/** @throws SysError EBADF, ENOTTY */
function ttyOf(process: Process, fd: unknown): TtyFile {
  const { tty } = process.fds.get(intArgument(fd));
  if (!tty) throw new SysError(ERRNO.ENOTTY);
  return tty;
}
