/** shuf, look. */
import { O } from '../../abi/constants.ts';
import { readText, withFile } from '../commands/inputs.ts';
import { parseOptions } from '../commands/options.ts';
import type { Command, Context } from '../run/context.ts';
import { encode, splitLines } from '../text.ts';

/** Numbers from 0 to a greatest one, all equally likely. */
type Choose = (greatest: number) => number;

/** From the bytes of a file, as coreutils take them: the same file gives the same order there. What is left of the bytes after a choice counts for the next. */
function fromBytes(next: () => number): Choose {
  let number = 0n;
  let most = 0n;
  return (greatest) => {
    const choices = BigInt(greatest) + 1n;
    for (;;) {
      while (most < BigInt(greatest)) {
        number = number * 256n + BigInt(next());
        most = most * 256n + 255n;
      }
      if (most === BigInt(greatest)) {
        const chosen = Number(number);
        number = most = 0n;
        return chosen;
      }
      const excess = most - BigInt(greatest);
      const unusable = excess % choices;
      const last = most - unusable;
      const chosen = Number(number % choices);
      if (number <= last) {
        number /= choices;
        most = excess / choices;
        return chosen;
      }
      number -= last + 1n;
      most = unusable - 1n;
    }
  };
}

function shuffled(ctx: Context, lines: string[], wanted: number, choose: Choose, repeat: boolean): string[] {
  if (repeat) {
    if (lines.length === 0) return ctx.die('no lines to repeat');
    return Array.from({ length: wanted }, () => lines[choose(lines.length - 1)]!);
  }
  const count = Math.min(wanted, lines.length);
  for (let i = 0; i < count; i++) {
    const k = i + (i === lines.length - 1 ? 0 : choose(lines.length - 1 - i));
    [lines[i], lines[k]] = [lines[k]!, lines[i]!];
  }
  return lines.slice(0, count);
}

const shuf: Command = {
  name: 'shuf',
  run(ctx) {
    const o = parseOptions(ctx, { short: 'ei:n:o:rz', long: { echo: 'e', 'input-range:': 'i', 'head-count:': 'n', 'output:': 'o', repeat: 'r', 'zero-terminated': 'z', 'random-source:': 'source' } });
    const end = o.has('z') ? '\0' : '\n';
    const given = o.value('i');
    const range = /^(\d+)-(\d+)$/.exec(given ?? '');
    if (given !== undefined && (!range || Number(range[2]) < Number(range[1]) - 1)) return ctx.fail(`invalid input range: ‘${given}’`);
    const text = (): string[] => {
      const all = readText(ctx, o.rest[0] ?? '-');
      return o.has('z') ? all.replace(/\0$/, '').split('\0') : splitLines(all);
    };
    const lines = range ? Array.from({ length: Number(range[2]) - Number(range[1]) + 1 }, (_, i) => String(Number(range[1]) + i)) : o.has('e') ? [...o.rest] : text();
    const count = o.value('n');
    if (count !== undefined && !/^\d+$/.test(count)) return ctx.fail(`invalid line count: ‘${count}’`);
    const wanted = count === undefined ? Infinity : Number(count);
    const source = o.value('source');
    const file = o.value('o');
    const print = (chosen: readonly string[]): void => {
      const all = chosen.map((line) => line + end).join('');
      if (file === undefined) ctx.out(all);
      else ctx.sys.writeFile(file, O.WRONLY | O.CREAT | O.TRUNC, 0o666, encode(all));
    };
    if (o.has('r') && wanted === Infinity) {
      // Until nobody reads any more.
      for (;;) ctx.out(shuffled(ctx, lines, 1, (greatest) => Math.floor(Math.random() * (greatest + 1)), true)[0]! + end);
    }
    if (source === undefined) print(shuffled(ctx, lines, wanted, (greatest) => Math.floor(Math.random() * (greatest + 1)), o.has('r')));
    else {
      withFile(ctx, source, (input) => {
        let chunk: Uint8Array | null = new Uint8Array(0);
        let at = 0;
        const next = (): number => {
          while (chunk && at >= chunk.length) {
            chunk = input.chunk();
            at = 0;
          }
          return chunk ? chunk[at++]! : ctx.die(`${source}: end of file`);
        };
        print(shuffled(ctx, lines, wanted, fromBytes(next), o.has('r')));
      });
    }
    return 0;
  },
};

const look: Command = {
  name: 'look',
  run(ctx) {
    const o = parseOptions(ctx, { short: 'abdft:', long: { alternative: 'a', alphanum: 'd', 'ignore-case': 'f', 'terminate:': 't' } });
    const [prefix, file] = o.rest;
    if (prefix === undefined) return ctx.fail("bad usage\nTry 'look --help' for more information.");
    if (file === undefined) return ctx.fail('there is no list of words here; name a sorted file');
    const stop = o.value('t');
    const key = (text: string): string => {
      const plain = o.has('d') ? text.replace(/[^\p{L}\p{N} \t]/gu, '') : text;
      return o.has('f') ? plain.toLowerCase() : plain;
    };
    const wanted = key(stop !== undefined && prefix.includes(stop) ? prefix.slice(0, prefix.indexOf(stop) + 1) : prefix);
    const found = splitLines(readText(ctx, file)).filter((line) => key(line).startsWith(wanted));
    ctx.out(found.map((line) => `${line}\n`).join(''));
    return found.length > 0 ? 0 : 1;
  },
};

export const shuffle: readonly Command[] = [shuf, look];
