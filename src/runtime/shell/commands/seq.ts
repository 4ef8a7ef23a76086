import type { Command } from '../run/context.ts';
import { formatFloat } from './printf.ts';

export const seq: Command = {
  name: 'seq',
  batch: 'source',
  // `seq 1000000000 | head`: as a process it ends with its reader.
  long(words) {
    if (words.includes(null)) return true;
    const numbers = words.slice(1).map(Number).filter((n) => !Number.isNaN(n)).slice(-3);
    const [first, step, last] = numbers.length === 3 ? (numbers as [number, number, number]) : numbers.length === 2 ? [numbers[0]!, 1, numbers[1]!] : [1, 1, numbers[0] ?? 0];
    return !(Math.abs((last - first) / step) < 100_000);
  },
  run(ctx) {
    let separator = '\n';
    let format: string | null = null;
    let equal = false;
    const numbers: string[] = [];
    for (let i = 0; i < ctx.args.length; i++) {
      const arg = ctx.args[i]!;
      if (arg === '-s') separator = ctx.args[++i] ?? '';
      else if (arg.startsWith('--separator=')) separator = arg.slice(12);
      else if (/^-s./.test(arg)) separator = arg.slice(2);
      else if (arg === '-f') format = ctx.args[++i] ?? '';
      else if (arg.startsWith('--format=')) format = arg.slice(9);
      else if (arg === '-w' || arg === '--equal-width') equal = true;
      else numbers.push(arg);
    }
    if (numbers.length === 0) return ctx.fail(`missing operand\nTry 'seq --help' for more information.`);
    if (numbers.length > 3) return ctx.fail(`extra operand '${numbers[3]}'\nTry 'seq --help' for more information.`);
    for (const n of numbers) if (n.trim() === '' || Number.isNaN(Number(n))) return ctx.fail(`invalid floating point argument: '${n}'\nTry 'seq --help' for more information.`);
    const [firstText, stepText, lastText] = numbers.length === 1 ? ['1', '1', numbers[0]!] : numbers.length === 2 ? [numbers[0]!, '1', numbers[1]!] : (numbers as [string, string, string]);
    const first = Number(firstText);
    const step = Number(stepText);
    const last = Number(lastText);
    if (step === 0) return ctx.fail(`invalid Zero increment value: '${stepText}'\nTry 'seq --help' for more information.`);
    const decimals = Math.max(...[firstText, stepText].map((t) => /\.(\d+)$/.exec(t)?.[1]?.length ?? 0));
    const width = equal ? Math.max(...[first, last].map((n) => n.toFixed(decimals).length)) : 0;
    const count = Math.floor((last - first) / step + 1e-10);
    let any = false;
    for (let k = 0; k <= count; k++) {
      const n = first + k * step;
      let text = n.toFixed(decimals);
      if (format !== null) text = format.replace(/%([-+ 0#]*)(\d*)(?:\.(\d+))?([efgEFG])/, (_, flags: string, w: string, p: string | undefined, c: string) => {
        const s = formatFloat(n, c, flags, p === undefined ? 6 : Number(p));
        return flags.includes('-') ? s.padEnd(Number(w)) : s.padStart(Number(w), flags.includes('0') ? '0' : ' ');
      }).replaceAll('%%', '%');
      else if (equal) text = text.startsWith('-') ? `-${text.slice(1).padStart(width - 1, '0')}` : text.padStart(width, '0');
      ctx.out((any ? separator : '') + text);
      any = true;
    }
    if (any) ctx.out('\n');
    return 0;
  },
};
