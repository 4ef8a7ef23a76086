/** tar. */
import { O } from '../../abi/constants.ts';
import { SysError } from '../../abi/errno.ts';
import { errorText } from '../errors.ts';
import type { Command, Context } from '../run/context.ts';
import { Input, Output } from '../run/io.ts';
import { FormatError, GzipWriter, Inflater } from './deflate.ts';
import { createArchive } from './tar-create.ts';
import { readArchive } from './tar-extract.ts';
import { ByteSource } from './tar-format.ts';
import { readTarOptions, type TarOptions } from './tar-options.ts';

export const tar: Command = {
  name: 'tar',
  run(ctx) {
    const options = readTarOptions(ctx);
    try {
      return options.action === 'c' || options.action === 'r' ? write(ctx, options) : read(ctx, options);
    } catch (e) {
      if (!(e instanceof FormatError)) throw e;
      ctx.stdout.flush();
      ctx.err(`\ngzip: stdin: ${e.message}\n`);
      ctx.fail(e.message === 'unexpected end of file' ? 'Unexpected EOF in archive' : 'Child returned status 1');
      return ctx.fail('Error is not recoverable: exiting now', 2);
    }
  },
};

function write(ctx: Context, options: TarOptions): number {
  const { sys } = ctx;
  if (options.file === '-' && ctx.stdout.isTty) {
    ctx.fail('Refusing to write archive contents to terminal (missing -f option?)');
    return ctx.fail('Error is not recoverable: exiting now', 2);
  }
  let fd = -1;
  try {
    if (options.file !== '-') fd = sys.open(options.file, options.action === 'r' ? O.RDWR | O.CREAT : O.WRONLY | O.CREAT | O.TRUNC, 0o666);
  } catch (e) {
    return cannotOpen(ctx, options.file, e);
  }
  try {
    if (options.action === 'r') seekToEnd(ctx, fd);
    const out = fd < 0 ? ctx.stdout : new Output(sys, fd);
    const writer = options.gzip ? new GzipWriter({ level: 6 }, (bytes) => out.write(bytes.slice())) : null;
    const skip = fd < 0 ? null : sys.fstat(fd);
    const status = createArchive(ctx, options, (bytes) => (writer ? writer.push(bytes) : out.write(bytes.slice())), skip);
    writer?.end();
    out.flush();
    return status;
  } finally {
    if (fd >= 0) sys.close(fd);
  }
}

/** Behind the last entry, where two empty blocks begin. */
function seekToEnd(ctx: Context, fd: number): void {
  const data = ctx.sys.fstat(fd)[8];
  const input = new Input(ctx.sys, fd);
  let at = 0;
  let end = 0;
  for (let part = input.chunk(); part; part = input.chunk()) {
    for (let i = part.length - 1; i >= 0; i--) {
      if (part[i] === 0) continue;
      end = at + i + 1;
      break;
    }
    at += part.length;
  }
  const start = Math.min(data, Math.ceil(end / 512) * 512);
  ctx.sys.ftruncate(fd, start);
  ctx.sys.lseek(fd, start, 0);
}

function read(ctx: Context, options: TarOptions): number {
  const { sys } = ctx;
  let fd = -1;
  try {
    if (options.file !== '-') fd = sys.open(options.file, O.RDONLY, 0);
  } catch (e) {
    return cannotOpen(ctx, options.file, e);
  }
  try {
    const input = fd < 0 ? ctx.stdin : new Input(sys, fd);
    let first = input.chunk();
    const plain = (): Uint8Array | null => {
      const out = first ?? input.chunk();
      first = null;
      return out;
    };
    const packed = first !== null && first[0] === 0x1f && first[1] === 0x8b;
    if (options.gzip && !packed) throw new FormatError('not in gzip format');
    const inflater = packed ? new Inflater(plain) : null;
    const status = readArchive(ctx, options, new ByteSource(inflater ? () => inflater.pull() : plain));
    // The writer must not be ended by a pipe that closes before its last block.
    while (input.chunk()) continue;
    return status;
  } finally {
    if (fd >= 0) sys.close(fd);
  }
}

function cannotOpen(ctx: Context, file: string, e: unknown): number {
  if (!(e instanceof SysError)) throw e;
  ctx.fail(`${file}: Cannot open: ${errorText(e)}`);
  return ctx.fail('Error is not recoverable: exiting now', 2);
}
