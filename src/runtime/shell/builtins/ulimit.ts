/** ulimit. */
import type { Builtin } from '../run/runner.ts';

/** What the kernel of the sandbox bounds (descriptors, processes, sizes of files); the rest has no bound of its own. */
const LIMITS: readonly [letter: string, what: string, unit: string, value: string][] = [
  ['c', 'core file size', '(blocks, -c)', '0'], ['d', 'data seg size', '(kbytes, -d)', 'unlimited'], ['e', 'scheduling priority', '(-e)', '0'], ['f', 'file size', '(blocks, -f)', 'unlimited'], ['l', 'max locked memory', '(kbytes, -l)', 'unlimited'],
  ['m', 'max memory size', '(kbytes, -m)', 'unlimited'], ['n', 'open files', '(-n)', '65536'], ['p', 'pipe size', '(512 bytes, -p)', '8'], ['s', 'stack size', '(kbytes, -s)', 'unlimited'], ['t', 'cpu time', '(seconds, -t)', 'unlimited'],
  ['u', 'max user processes', '(-u)', '200'], ['v', 'virtual memory', '(kbytes, -v)', 'unlimited'],
];

export const ulimit: Builtin = {
  name: 'ulimit',
  run({ args, ctx }) {
    const flags = args.filter((a) => /^-[A-Za-z]+$/.test(a)).join('').replaceAll('-', '').replace(/[SH]/g, '');
    const value = args.find((a) => !a.startsWith('-'));
    const chosen = flags.includes('a') ? LIMITS : LIMITS.filter(([letter]) => (flags === '' ? letter === 'f' : flags.includes(letter)));
    if (chosen.length === 0) return ctx.fail(`-${flags}: invalid option`, 2);
    if (value !== undefined) {
      // Limits are the kernel's own and the same for all: what asks for no more than there is gets it, nothing is enforced below.
      const limit = chosen[0]![3];
      if (value === limit || value === 'hard' || value === 'soft' || limit === 'unlimited' || (/^\d+$/.test(value) && Number(value) <= Number(limit))) return 0;
      return ctx.fail(`${chosen[0]![1]}: cannot modify limit: Operation not permitted`);
    }
    for (const [, what, unit, limit] of chosen) ctx.out(chosen.length > 1 ? `${what}${unit.padStart(44 - what.length)} ${limit}\n` : `${limit}\n`);
    return 0;
  },
};
