/** gzip, gunzip, zcat. */
import { O, S } from '../../abi/constants.ts';
import { SysError } from '../../abi/errno.ts';
import { parseOptions } from '../commands/options.ts';
import { kindOf, statOrNull } from '../commands/trees.ts';
import { withFile } from '../commands/inputs.ts';
import { errorText } from '../errors.ts';
import { joinPath } from '../paths.ts';
import { type Command, Context } from '../run/context.ts';
import { type Input, Output } from '../run/io.ts';
import { FormatError, GzipWriter, Inflater } from './deflate.ts';

interface Settings { unpack: boolean; stdout: boolean; keep: boolean; force: boolean; quiet: boolean; recursive: boolean; test: boolean; list: boolean; verbose: boolean; noName: boolean; suffix: string; level: number }

export const gzip: Command = {
  name: 'gzip',
  aliases: ['gunzip', 'zcat'],
  run(started) {
    // All three speak as gzip.
    const ctx = new Context(started.sys, 'gzip', started.args, started.env, started.handles);
    const o = parseOptions(ctx, {
      short: 'cdfhklnNqrS:tv123456789',
      long: { stdout: 'c', 'to-stdout': 'c', decompress: 'd', uncompress: 'd', force: 'f', keep: 'k', list: 'l', 'no-name': 'n', name: 'N', quiet: 'q', recursive: 'r', 'suffix:': 'S', test: 't', verbose: 'v', fast: '1', best: '9' },
    });
    const settings: Settings = {
      unpack: started.name !== 'gzip' || o.has('d') || o.has('t'), stdout: started.name === 'zcat' || o.has('c') || o.has('t'), keep: o.has('k'), force: o.has('f'), quiet: o.has('q'), recursive: o.has('r'),
      test: o.has('t'), list: o.has('l'), verbose: o.has('v'), noName: o.has('n'), suffix: o.value('S') ?? '.gz', level: Number(o.last('123456789') ?? 6),
    };
    let status = 0;
    if (settings.list) ctx.out('         compressed        uncompressed  ratio uncompressed_name\n');
    for (const file of o.rest.length > 0 ? o.rest : ['-']) status = Math.max(status, one(ctx, file, settings));
    ctx.stdout.flush();
    return status;
  },
};

function one(ctx: Context, file: string, s: Settings): number {
  if (file === '-') return standard(ctx, s);
  const stat = statOrNull(ctx.sys, file, true) ?? (s.unpack || s.list ? statOrNull(ctx.sys, `${file}${s.suffix}`, true) : null);
  const path = statOrNull(ctx.sys, file, true) ? file : `${file}${s.suffix}`;
  if (!stat) return ctx.fail(`${file}: No such file or directory`);
  if (kindOf(stat) === S.IFDIR) {
    if (!s.recursive) return ctx.fail(`${file} is a directory -- ignored`, 2);
    return ctx.sys.readdir(file).map(([name]) => name).sort().reduce((status, name) => Math.max(status, one(ctx, joinPath(file, name), s)), 0);
  }
  if (s.list) return list(ctx, path, s);
  const target = s.unpack ? path.slice(0, -s.suffix.length) : `${path}${s.suffix}`;
  if (!s.stdout && s.unpack && !path.endsWith(s.suffix)) return s.quiet ? 2 : ctx.fail(`${path}: unknown suffix -- ignored`, 2);
  if (!s.stdout && !s.unpack && path.endsWith(s.suffix) && !s.force) return s.quiet ? 2 : ctx.fail(`${path} already has ${s.suffix} suffix -- unchanged`, 2);
  if (!s.stdout && !s.force && statOrNull(ctx.sys, target, false)) return ctx.fail(`${target} already exists;\tnot overwritten`, 2);
  let made = false;
  try {
    withFile(ctx, path, (input) => {
      if (s.stdout) {
        run(input, ctx.stdout, s, path, stat[11]);
        return;
      }
      const fd = ctx.sys.open(target, O.WRONLY | O.CREAT | O.TRUNC, stat[1] & 0o777);
      made = true;
      try {
        const out = new Output(ctx.sys, fd);
        run(input, out, s, path, stat[11]);
        out.flush();
        ctx.sys.futimes(fd, stat[10], stat[11]);
      } finally {
        ctx.sys.close(fd);
      }
    });
  } catch (e) {
    if (made) ctx.sys.unlink(target);
    ctx.stdout.flush();
    if (e instanceof FormatError) {
      ctx.err(`\n${ctx.name}: ${path}: ${e.message}\n`);
      return 1;
    }
    return ctx.failed(path, e);
  }
  if (s.verbose) report(ctx, path, target, stat[8], s);
  if (!s.stdout && !s.keep) ctx.sys.unlink(path);
  return 0;
}

function report(ctx: Context, path: string, target: string, size: number, s: Settings): void {
  if (s.test) {
    ctx.err(`${path}:\t OK\n`);
    return;
  }
  if (s.stdout) return;
  const other = ctx.sys.stat(target, true)[8];
  const [packed, plain] = s.unpack ? [size, other] : [other, size];
  ctx.err(`${path}:\t${ratio(packed, plain)} -- ${s.keep ? 'created' : 'replaced with'} ${target}\n`);
}

function ratio(packed: number, plain: number): string {
  return `${(plain === 0 ? 0 : 100 * (1 - (packed - 18) / plain)).toFixed(1).padStart(5)}%`;
}

function standard(ctx: Context, s: Settings): number {
  if (!s.unpack && ctx.stdout.isTty && !s.force) return ctx.fail("compressed data not written to a terminal. Use -f to force compression.\nFor help, type: gzip -h");
  try {
    run(ctx.stdin, ctx.stdout, s, undefined, 0);
    return 0;
  } catch (e) {
    if (!(e instanceof FormatError)) throw e;
    ctx.err(`\n${ctx.name}: stdin: ${e.message}\n`);
    return 1;
  }
}

function run(input: Input, out: Output, s: Settings, name: string | undefined, mtimeMs: number): void {
  const write = (bytes: Uint8Array): void => {
    if (!s.test) out.write(bytes);
  };
  if (s.unpack) {
    const inflater = new Inflater(() => input.chunk());
    for (let part = inflater.pull(); part; part = inflater.pull()) write(part);
    return;
  }
  const writer = new GzipWriter({ level: s.level, ...(s.noName || name === undefined ? {} : { name: name.replace(/^.*\//, ''), mtimeMs }) }, write);
  for (let part = input.chunk(); part; part = input.chunk()) writer.push(part);
  writer.end();
}

function list(ctx: Context, path: string, s: Settings): number {
  try {
    const data = ctx.sys.readFile(path);
    if (data[0] !== 0x1f || data[1] !== 0x8b) {
      ctx.err(`\n${ctx.name}: ${path}: not in gzip format\n`);
      return 1;
    }
    const plain = new DataView(data.buffer, data.byteOffset).getUint32(data.length - 4, true);
    ctx.out(`${String(data.length).padStart(19)} ${String(plain).padStart(19)} ${ratio(data.length, plain)} ${path.endsWith(s.suffix) ? path.slice(0, -s.suffix.length) : path}\n`);
    return 0;
  } catch (e) {
    if (!(e instanceof SysError)) throw e;
    return ctx.fail(`${path}: ${errorText(e)}`);
  }
}
