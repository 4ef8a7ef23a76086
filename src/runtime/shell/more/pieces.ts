/** split, csplit: a file in pieces. */
import { O } from '../../abi/constants.ts';
import { readAll } from '../commands/inputs.ts';
import { parseOptions } from '../commands/options.ts';
import { parseSize } from '../commands/sizes.ts';
import { toJsRegex } from '../regex.ts';
import type { Command, Context } from '../run/context.ts';
import { decode } from '../text.ts';

const write = (ctx: Context, path: string, piece: Uint8Array): void => ctx.sys.writeFile(path, O.WRONLY | O.CREAT | O.TRUNC, 0o666, piece);

function lineEnds(data: Uint8Array): number[] {
  const ends: number[] = [];
  for (let at = 0; at < data.length;) {
    const newline = data.indexOf(10, at);
    at = newline < 0 ? data.length : newline + 1;
    ends.push(at);
  }
  return ends;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** `N` by bytes, `l/N` by bytes but at ends of lines, `r/N` line by line in turn. */
function chunks(data: Uint8Array, kind: string, count: number): Uint8Array[] {
  if (kind === 'r/') {
    const rows: Uint8Array[][] = Array.from({ length: count }, () => []);
    let from = 0;
    for (const [line, end] of lineEnds(data).entries()) {
      rows[line % count]!.push(data.subarray(from, end));
      from = end;
    }
    return rows.map(joined);
  }
  const size = Math.floor(data.length / count);
  const pieces: Uint8Array[] = [];
  if (kind === '') {
    // What does not divide is spread over the first, byte by byte.
    for (let i = 0, at = 0; i < count; i++) {
      const end = i === count - 1 ? data.length : at + size;
      pieces.push(data.subarray(at, end));
      at = end;
    }
    return pieces;
  }
  const ends = lineEnds(data);
  let at = 0;
  for (let i = 0; i < count; i++) {
    // A line belongs to the piece in which it begins.
    const limit = i === count - 1 ? data.length : size * (i + 1);
    const end = at >= limit ? at : ends.find((one) => one >= limit) ?? data.length;
    pieces.push(data.subarray(at, end));
    at = end;
  }
  return pieces;
}

const split: Command = {
  name: 'split',
  run(ctx) {
    const o = parseOptions(ctx, { short: 'a:b:del:n:', long: { 'suffix-length:': 'a', 'bytes:': 'b', 'numeric-suffixes::': 'd', 'elide-empty-files': 'e', 'lines:': 'l', 'number:': 'n', 'additional-suffix:': 'extra' }, digits: 'l' });
    const data = readAll(ctx, o.rest[0] ?? '-');
    const prefix = o.rest[1] ?? 'x';
    let pieces: Uint8Array[] = [];
    const bytes = o.value('b');
    const number = o.value('n');
    if (bytes !== undefined) {
      const size = parseSize(bytes);
      if (!size) return ctx.fail(`invalid number of bytes: '${bytes}'`);
      for (let at = 0; at < data.length; at += size) pieces.push(data.subarray(at, at + size));
    } else if (number !== undefined) {
      const match = /^([lr]\/)?(?:(\d+)\/)?(\d+)$/.exec(number);
      if (!match || Number(match[3]) < 1) return ctx.fail(`invalid number of chunks: ‘${number}’`);
      pieces = chunks(data, match[1] ?? '', Number(match[3]));
      if (match[2] !== undefined) {
        const chosen = pieces[Number(match[2]) - 1];
        if (!chosen) return ctx.fail(`invalid chunk number: ‘${match[2]}’`);
        ctx.stdout.write(chosen);
        return 0;
      }
      if (o.has('e')) pieces = pieces.filter(({ length }) => length > 0);
    } else {
      const lines = Number(o.value('l') ?? 1000);
      if (!(lines > 0)) return ctx.fail(`invalid number of lines: '${o.value('l')}'`);
      const ends = lineEnds(data);
      for (let line = 0; line < ends.length; line += lines) pieces.push(data.subarray(line === 0 ? 0 : ends[line - 1], ends[Math.min(line + lines, ends.length) - 1]));
    }
    const digits = o.has('d');
    const width = Number(o.value('a') ?? Math.max(2, String(digits ? pieces.length - 1 : (pieces.length - 1).toString(26)).length));
    for (const [i, piece] of pieces.entries()) {
      let suffix = '';
      for (let n = i, k = 0; k < width; k++) {
        suffix = (digits ? String(n % 10) : String.fromCharCode(97 + (n % 26))) + suffix;
        n = Math.floor(n / (digits ? 10 : 26));
      }
      write(ctx, prefix + suffix + (o.value('extra') ?? ''), piece);
    }
    return 0;
  },
};

const csplit: Command = {
  name: 'csplit',
  run(ctx) {
    const o = parseOptions(ctx, { short: 'f:kn:sqz', long: { 'prefix:': 'f', 'keep-files': 'k', 'digits:': 'n', quiet: 's', silent: 's', 'elide-empty-files': 'z' } });
    const [file, ...patterns] = o.rest;
    if (file === undefined) return ctx.fail("missing operand\nTry 'csplit --help' for more information.");
    if (patterns.length === 0) return ctx.fail(`missing operand after '${file}'\nTry 'csplit --help' for more information.`);
    const data = readAll(ctx, file);
    const ends = lineEnds(data);
    const startOf = (line: number): number => (line === 0 ? 0 : ends[line - 1]!);
    const pieces: Uint8Array[] = [];
    /** The line where the next piece begins, and from which on is searched. */
    let at = 0;
    let from = 0;
    let problem: string | undefined;
    const cut = (line: number, keep: boolean): void => {
      if (keep) pieces.push(data.subarray(startOf(at), startOf(line)));
      at = line;
    };
    for (let next = 0; next < patterns.length && problem === undefined; next++) {
      const pattern = patterns[next]!;
      const repeat = /^\{(\d+|\*)\}$/.exec(patterns[next + 1] ?? '');
      if (repeat) next++;
      const times = repeat ? (repeat[1] === '*' ? Infinity : Number(repeat[1]) + 1) : 1;
      const search = /^([/%])((?:\\.|[^\\])*)\1([-+]?\d+)?$/s.exec(pattern);
      if (!search && !/^[1-9]\d*$/.test(pattern)) return ctx.fail(`${pattern}: invalid pattern`);
      const regex = search && toJsRegex(search[2]!.replaceAll('\\/', '/'), { extended: false });
      for (let round = 0; round < times; round++) {
        let line = search ? Math.max(from, at) : Number(pattern) * (round + 1) - 1;
        if (regex) while (line < ends.length && !regex.test(decode(data.subarray(startOf(line), ends[line]!)).replace(/\n$/, ''))) line++;
        if (line >= ends.length || line < 0) {
          if (times === Infinity) break;
          problem = search ? `‘${pattern}’: match not found${round > 0 ? ` on repetition ${round}` : ''}` : `‘${pattern}’: line number out of range${round > 0 ? ` on repetition ${round}` : ''}`;
          break;
        }
        // The line that was found is not found again.
        from = line + 1;
        cut(Math.max(at, line + Number(search?.[3] ?? 0)), search?.[1] !== '%');
      }
    }
    pieces.push(data.subarray(startOf(at)));
    const kept = o.has('z') ? pieces.filter(({ length }) => length > 0) : pieces;
    const width = Number(o.value('n') ?? 2);
    if (problem === undefined || o.has('k')) kept.forEach((piece, i) => write(ctx, (o.value('f') ?? 'xx') + String(i).padStart(width, '0'), piece));
    if (!o.has('s')) for (const { length } of kept) ctx.out(`${length}\n`);
    return problem === undefined ? 0 : ctx.fail(problem);
  },
};

export const pieces: readonly Command[] = [split, csplit];
