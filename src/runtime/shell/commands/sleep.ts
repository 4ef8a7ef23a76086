import { SysError } from '../../abi/errno.ts';
import type { Command } from '../run/context.ts';

const UNITS: { [unit: string]: number } = { '': 1, s: 1, m: 60, h: 3600, d: 86_400 };

/** Seconds of `1.5`, `2m`, `infinity`; null when it is no interval. */
export function parseInterval(text: string): number | null {
  if (/^inf(inity)?$/i.test(text)) return Infinity;
  const match = /^(\d*\.?\d+|\d+\.)([smhd]?)$/.exec(text);
  return match ? Number(match[1]) * UNITS[match[2]!]! : null;
}

export const sleep: Command = {
  name: 'sleep',
  apart: true,
  run(ctx) {
    if (ctx.args.length === 0) return ctx.fail("missing operand\nTry 'sleep --help' for more information.");
    let seconds = 0;
    for (const arg of ctx.args) {
      const n = parseInterval(arg);
      if (n === null) return ctx.fail(`invalid time interval '${arg}'\nTry 'sleep --help' for more information.`);
      seconds += n;
    }
    const end = Date.now() + seconds * 1000;
    for (let left = seconds * 1000; left > 0; left = end - Date.now()) {
      try {
        ctx.sys.sleep(Math.min(left, 86_400_000));
      } catch (e) {
        if (!(e instanceof SysError) || e.code !== 'EINTR') throw e;
        ctx.stdin.check();
      }
      if (end - Date.now() < 1) break;
    }
    return 0;
  },
};

export const yes: Command = {
  name: 'yes',
  apart: true,
  run(ctx) {
    const line = `${ctx.args.length > 0 ? ctx.args.join(' ') : 'y'}\n`;
    const block = line.repeat(Math.ceil(8192 / line.length));
    for (;;) ctx.out(block);
  },
};
