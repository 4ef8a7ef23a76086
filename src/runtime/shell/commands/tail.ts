import { O } from '../../abi/constants.ts';
import { SysError } from '../../abi/errno.ts';
import type { Command, Context } from '../run/context.ts';
import { decode, join } from '../text.ts';
import { cannotOpen, eachInput } from './inputs.ts';
import { type Options, parseOptions } from './options.ts';
import { parseSize } from './sizes.ts';

export const tail: Command = {
  name: 'tail',
  apart: true,
  batch: 'filter',
  run(ctx) {
    // `tail +5` is old but still written.
    const args = ctx.args.map((a, i) => (i === 0 && /^\+\d+$/.test(a) ? `-n${a}` : a));
    const o = parseOptions(ctx, {
      short: 'c:fFn:qvs:z', long: { 'zero-terminated': 'z', 'bytes:': 'c', 'lines:': 'n', 'follow::': 'f', quiet: 'q', verbose: 'v', retry: 'F', 'sleep-interval:': 's', 'pid:': 'pid' }, digits: 'n',
    }, args);
    const kind = o.last('cn') ?? 'n';
    const text = o.value(kind) ?? '10';
    const count = parseSize(text.replace(/^[-+]/, ''));
    if (count === null) return ctx.fail(`invalid number of ${kind === 'c' ? 'bytes' : 'lines'}: '${text}'`);
    const titles = o.has('v') || (o.rest.length > 1 && !o.has('q'));
    let first = true;
    const read = new Map<string, number>();
    const title = (name: string): void => {
      if (titles) ctx.out(`${first ? '' : '\n'}==> ${name === '-' ? 'standard input' : name} <==\n`);
      first = false;
    };
    const status = eachInput(ctx, o.rest, (input, name) => {
      title(name);
      const all = input.all();
      read.set(name, all.length);
      ctx.out(all.subarray(kind === 'c' ? byteStart(all, text, count) : lineStart(all, text, count, o.has('z') ? 0 : 10)));
    }, 1, cannotOpen);
    if (!o.has('f') && !o.has('F')) return status;
    return follow(ctx, o, o.rest.filter((f) => f !== '-'), read, title) || status;
  },
};

function byteStart(all: Uint8Array, text: string, count: number): number {
  return text.startsWith('+') ? Math.max(0, count - 1) : Math.max(0, all.length - count);
}

function lineStart(all: Uint8Array, text: string, count: number, newline: number): number {
  if (text.startsWith('+')) {
    let at = 0;
    for (let n = 1; n < count; n++) {
      const end = all.indexOf(newline, at);
      if (end < 0) return all.length;
      at = end + 1;
    }
    return at;
  }
  if (count === 0) return all.length;
  // A last newline ends a line and does not begin one.
  let at = all.length - 1;
  for (let n = 0; n < count; n++) {
    // From -1 the search would begin at the end again: of what begins with an empty line, as npm's output does, nothing was left.
    if (at <= 0) return 0;
    at = all.lastIndexOf(newline, at - 1);
  }
  return at + 1;
}

/** Prints what is added to the files behind what was `read`, until a signal or the end of `--pid` ends it. */
function follow(ctx: Context, o: Options, files: string[], read: ReadonlyMap<string, number>, title: (name: string) => void): number {
  const { sys } = ctx;
  const interval = Number(o.value('s') ?? '0.2') * 1000;
  const sizes = new Map<string, number>();
  for (const file of files) sizes.set(file, read.get(file) ?? 0);
  if (files.length === 0) return 0;
  let shown = files[files.length - 1];
  for (;;) {
    ctx.stdout.flush();
    try {
      sys.sleep(interval);
    } catch (e) {
      if (!(e instanceof SysError) || e.code !== 'EINTR') throw e;
    }
    ctx.stdin.check();
    // Looked at before the files, so that what it wrote last is shown.
    const ended = o.has('pid') && !lives(ctx, Number(o.value('pid')));
    for (const file of files) {
      const size = sizeOf(ctx, file);
      if (size === null) continue;
      const before = sizes.get(file)!;
      if (size < before) {
        ctx.err(`tail: ${file}: file truncated\n`);
        sizes.set(file, 0);
      }
      if (size === sizes.get(file)) continue;
      if (shown !== file) title(file);
      shown = file;
      sizes.set(file, sizes.get(file)! + copyFrom(ctx, file, sizes.get(file)!));
    }
    if (ended) return 0;
  }
}

/** A child of the shell that tail runs in has ended, though the shell takes it only afterwards. */
function lives(ctx: Context, pid: number): boolean {
  try {
    ctx.sys.kill(pid, 0);
    return !/\) Z /.test(decode(ctx.sys.readFile(`/proc/${pid}/stat`)));
  } catch (e) {
    return e instanceof SysError && e.code === 'EPERM';
  }
}

function sizeOf(ctx: Context, file: string): number | null {
  try {
    return ctx.sys.stat(file, true)[8];
  } catch (e) {
    if (e instanceof SysError) return null;
    throw e;
  }
}

function copyFrom(ctx: Context, file: string, position: number): number {
  const fd = ctx.sys.open(file, O.RDONLY, 0);
  try {
    const parts: Uint8Array[] = [];
    let total = 0;
    const buffer = new Uint8Array(65_536);
    for (let n = ctx.sys.read(fd, buffer, position); n > 0; n = ctx.sys.read(fd, buffer, position + total)) {
      parts.push(buffer.slice(0, n));
      total += n;
    }
    if (total > 0) ctx.out(join(parts, total));
    return total;
  } finally {
    ctx.sys.close(fd);
  }
}
