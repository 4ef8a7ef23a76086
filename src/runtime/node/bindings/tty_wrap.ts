import type { Binding } from '../runtime.ts';
import { ttyClasses } from '../streams/tty.ts';
import { expose } from '../streams/expose.ts';

export const tty_wrap: Binding = {
  name: 'tty_wrap',
  create(rt, shape) {
    return expose(shape, { TTY: ttyClasses(rt).TTY, isTTY: (fd: number) => rt.sys.isatty(fd) });
  },
};
