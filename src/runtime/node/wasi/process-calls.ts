/** Arguments, environment, clocks, randomness and the end of the program. */
import type { Calls, Context } from './call.ts';
import { toNanoseconds } from './call.ts';
import { CLOCK, WasiError } from './numbers.ts';

const MAX_RANDOM = 65536;

const sizes = (list: Uint8Array[], { memory }: Context, count: number, bytes: number): void => {
  memory.view(count, 4);
  memory.view(bytes, 4);
  memory.set32(count, list.length);
  memory.set32(bytes, list.reduce((sum, item) => sum + item.length + 1, 0));
};

/** Nanoseconds of a clock. @throws WasiError EINVAL for an unknown one */
export function clockTime({ rt }: Context, clock: number): bigint {
  const { performance } = rt.native;
  if (clock === CLOCK.REALTIME) return toNanoseconds(performance.timeOrigin + performance.now());
  if (clock === CLOCK.MONOTONIC) return rt.process.hrtime.bigint();
  if (clock === CLOCK.PROCESS_CPUTIME || clock === CLOCK.THREAD_CPUTIME) {
    const { user, system } = rt.process.cpuUsage();
    return BigInt(user + system) * 1000n;
  }
  throw new WasiError('EINVAL');
}

export const processCalls: Calls = {
  args_get: { types: 'ii', run: (context, pointers, data) => context.memory.strings(context.args, pointers, data) },
  args_sizes_get: { types: 'ii', run: (context, count, bytes) => sizes(context.args, context, count, bytes) },
  environ_get: { types: 'ii', run: (context, pointers, data) => context.memory.strings(context.env, pointers, data) },
  environ_sizes_get: { types: 'ii', run: (context, count, bytes) => sizes(context.env, context, count, bytes) },
  clock_res_get: {
    types: 'ii',
    run({ memory }, clock, out) {
      if (clock > CLOCK.THREAD_CPUTIME) throw new WasiError('EINVAL');
      // A browser's clocks tick in steps of 5 microseconds where the page is isolated.
      memory.set64(out, clock === CLOCK.MONOTONIC || clock === CLOCK.REALTIME ? 5000n : 1_000_000n);
    },
  },
  clock_time_get: { types: 'iIi', run: (context, clock, _precision, out) => context.memory.set64(out, clockTime(context, clock)) },
  random_get: {
    types: 'ii',
    run({ rt, memory }, offset, length) {
      const into = memory.bytes(offset, length);
      for (let at = 0; at < into.length; at += MAX_RANDOM) into.set(rt.native.crypto.getRandomValues(new Uint8Array(Math.min(MAX_RANDOM, into.length - at))), at);
    },
  },
  proc_exit: { types: 'i', run: ({ rt }, code) => rt.process.reallyExit(code) },
  proc_raise: {
    types: 'i',
    run({ rt }, signal) {
      // WASI's numbers are Linux's up to 15; from there on there is no 16.
      if (signal < 0 || signal > 30) throw new WasiError('ENOSYS');
      rt.sys.kill(rt.start!.pid, signal < 16 ? signal : signal + 1);
    },
  },
  sched_yield: { types: '', run: ({ yielding }) => yielding.yield() },
};
