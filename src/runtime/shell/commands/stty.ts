import { TTY, TTY_COOKED } from '../../abi/constants.ts';
import type { Command } from '../run/context.ts';

export const stty: Command = {
  name: 'stty',
  run(ctx) {
    const fd = ctx.stdin.handle;
    if (typeof fd !== 'number' || !ctx.stdin.isTty) return ctx.fail("'standard input': Inappropriate ioctl for device");
    const { sys, args } = ctx;
    if (args[0] === 'size') {
      const { rows, cols } = sys.winsize(fd);
      ctx.out(`${rows} ${cols}\n`);
      return 0;
    }
    let modes = sys.tcgetattr(fd);
    if (args[0] === '-g') {
      ctx.out(`${modes.toString(16)}\n`);
      return 0;
    }
    const bits: { [name: string]: number } = { echo: TTY.ECHO, icanon: TTY.ICANON, isig: TTY.ISIG, opost: TTY.OPOST, icrnl: TTY.ICRNL };
    if (args.length === 0 || args[0] === '-a') {
      const { rows, cols } = sys.winsize(fd);
      ctx.out(`speed 38400 baud; rows ${rows}; columns ${cols};\n${Object.entries(bits).map(([name, bit]) => `${modes & bit ? '' : '-'}${name}`).join(' ')}\n`);
      return 0;
    }
    for (const arg of args) {
      const name = arg.replace(/^-/, '');
      if (arg === 'sane' || arg === 'cooked' || arg === '-raw') modes = TTY_COOKED;
      else if (arg === 'raw') modes = 0;
      else if (arg === 'cbreak' || arg === '-cbreak') modes = arg === 'cbreak' ? modes & ~TTY.ICANON : modes | TTY.ICANON;
      else if (/^[0-9a-f]+$/.test(arg) && bits[name] === undefined) modes = parseInt(arg, 16);
      else if (bits[name] !== undefined) modes = arg.startsWith('-') ? modes & ~bits[name] : modes | bits[name];
      else return ctx.fail(`invalid argument '${arg}'\nTry 'stty --help' for more information.`);
    }
    sys.tcsetattr(fd, modes);
    return 0;
  },
};
