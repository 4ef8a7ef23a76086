import { WNOHANG } from '../../abi/constants.ts';
import { SysError } from '../../abi/errno.ts';
import { errorText } from '../errors.ts';
import { type Command, type Context, drain } from '../run/context.ts';
import type { MemoryOut } from '../run/io.ts';
import { signalNumber, statusOf } from '../run/status.ts';
import { parseInterval } from './sleep.ts';

export const timeout: Command = {
  name: 'timeout',
  apart: true,
  run(ctx) {
    let i = 0;
    let signal = 15;
    let killAfter: number | null = null;
    let preserve = false;
    for (; i < ctx.args.length && ctx.args[i]!.startsWith('-'); i++) {
      const arg = ctx.args[i]!;
      if (arg === '--preserve-status') preserve = true;
      else if (arg === '-s' || arg === '--signal') signal = numberOf(ctx.args[++i] ?? '');
      else if (arg.startsWith('--signal=')) signal = numberOf(arg.slice(9));
      else if (arg.startsWith('-s')) signal = numberOf(arg.slice(2));
      else if (arg === '-k' || arg === '--kill-after') killAfter = parseInterval(ctx.args[++i] ?? '');
      else if (arg.startsWith('--kill-after=')) killAfter = parseInterval(arg.slice(13));
      else if (arg !== '--foreground' && arg !== '-v' && arg !== '--verbose') return ctx.fail(`invalid option -- '${arg.replace(/^-+/, '')}'\nTry 'timeout --help' for more information.`, 125);
    }
    const [limit, ...words] = ctx.args.slice(i);
    if (limit === undefined || words.length === 0) return ctx.fail("missing operand\nTry 'timeout --help' for more information.", 125);
    const seconds = parseInterval(limit);
    if (seconds === null) return ctx.fail(`invalid time interval '${limit}'\nTry 'timeout --help' for more information.`, 125);
    if (Number.isNaN(signal)) return ctx.fail(`invalid signal\nTry 'timeout --help' for more information.`, 125);
    return limited(ctx, words, seconds === 0 ? Infinity : seconds, signal, killAfter, preserve);
  },
};

function numberOf(name: string): number {
  return signalNumber(name) ?? Number.NaN;
}

/** Waits in short steps: there is no call that waits for a child and a time at once. */
function limited(ctx: Context, words: string[], seconds: number, signal: number, killAfter: number | null, preserve: boolean): number {
  const drains: [number, MemoryOut][] = [];
  let pid: number;
  try {
    pid = ctx.start(words, {}, drains);
  } catch (e) {
    if (!(e instanceof SysError)) throw e;
    return ctx.fail(`failed to run command '${words[0]}': ${errorText(e)}`, e.code === 'ENOENT' ? 127 : 126);
  }
  const end = Date.now() + seconds * 1000;
  let killAt = Infinity;
  let expired = false;
  for (let step = 1; ; step = Math.min(step * 2, 20)) {
    const [done, raw] = ctx.sys.waitpid(pid, WNOHANG);
    if (done !== 0) {
      drain(ctx.sys, drains, ctx.stdin.check);
      return expired && !preserve ? (signal === 9 ? 137 : (raw & 0x7f) === 9 ? 137 : 124) : statusOf(raw);
    }
    if (!expired && Date.now() >= end) {
      expired = true;
      ctx.sys.kill(pid, signal);
      if (killAfter !== null) killAt = Date.now() + killAfter * 1000;
    }
    if (expired && Date.now() >= killAt) ctx.sys.kill(pid, 9);
    try {
      pause(ctx, drains, Math.max(1, Math.min(step, expired ? step : end - Date.now())));
    } catch (e) {
      if (!(e instanceof SysError) || e.code !== 'EINTR') throw e;
      ctx.stdin.check();
    }
  }
}

/** Sleeps for a moment, and meanwhile takes what the command writes for a substitution: a full pipe would stop it for ever. */
function pause(ctx: Context, drains: [number, MemoryOut][], ms: number): void {
  if (drains.length === 0) {
    ctx.sys.sleep(ms);
    return;
  }
  const ready = ctx.sys.pollSync(drains.map(([fd]) => fd), drains.map(() => 1), ms);
  for (let i = drains.length - 1; i >= 0; i--) {
    if (ready[i] === 0) continue;
    const [fd, target] = drains[i]!;
    const buffer = new Uint8Array(65_536);
    const n = ctx.sys.read(fd, buffer, -1);
    if (n > 0) target.write(buffer.subarray(0, n));
    else {
      ctx.sys.close(fd);
      drains.splice(i, 1);
    }
  }
}
