/** System calls that move bytes. */
import { O, SIG } from '../../abi/constants.ts';
import { ERRNO, SysError } from '../../abi/errno.ts';
import { MAX_TRANSFER, PENDING } from '../../abi/mailbox.ts';
import { block } from '../block.ts';
import { release } from '../files/fd-table.ts';
import { open, readWhole, writeWhole } from '../fs/open.ts';
import { type Kernel, type OpenFile, type Process, WOULD_BLOCK } from '../types.ts';
import { bytesArgument, intArgument, offsetArgument, pathArgument } from './arguments.ts';
import type { CallGroup } from './group.ts';
import { arm } from './poll.ts';

/** Most bytes `readFile` takes from something that is not a regular file. */
const MAX_ENDLESS = 64 * 1024 * 1024;

/** Of one `readFiles`. */
const MAX_FILES = 256;

type Names = 'readBytes' | 'writeBytes' | 'readFileBytes' | 'writeFileBytes' | 'readFiles';

export function ioCalls(kernel: Pick<Kernel, 'vfs' | 'signal'>): CallGroup<Names> {
  const { vfs } = kernel;

  /** Writes all of `data`, waiting as often as needed; a non-blocking file takes what fits. */
  const writeAll = (process: Process, file: OpenFile, data: Uint8Array, position: number, onEnd?: () => void) => {
    const blocking = (file.flags & O.NONBLOCK) === 0;
    let done = 0;
    const attempt = () => {
      for (;;) {
        let n: number | typeof WOULD_BLOCK;
        try {
          n = file.write(process, done === 0 ? data : data.subarray(done), position < 0 ? position : position + done);
        } catch (e) {
          if (e instanceof SysError && e.errno === ERRNO.EPIPE) kernel.signal(process, SIG.PIPE);
          // What went through counts; the next write meets the error again.
          if (done > 0) return done;
          throw e;
        }
        if (n === WOULD_BLOCK) {
          if (blocking) return WOULD_BLOCK;
          if (done > 0) return done;
          throw new SysError(ERRNO.EAGAIN);
        }
        done += n;
        if (done >= data.length) return done;
      }
    };
    return block(process, [file.waiters], attempt, { onInterrupt: () => (done > 0 ? done : undefined), onEnd });
  };

  return {
    readBytes(process, fd, length, position, events, watch) {
      const file = process.fds.get(fd);
      offsetArgument(position);
      const wanted = Math.min(intArgument(length), MAX_TRANSFER);
      if (wanted < 0) throw new SysError(ERRNO.EINVAL);
      const next = events === undefined ? 0 : intArgument(events);
      const number = watch === undefined ? undefined : intArgument(watch);
      const read = () => {
        const bytes = file.read(process, wanted, position);
        if (next !== 0 && bytes !== WOULD_BLOCK && bytes.length > 0 && bytes.length < wanted) arm(process, fd, next, number);
        return bytes;
      };
      if ((file.flags & O.NONBLOCK) === 0) return block(process, [file.waiters], read);
      const bytes = read();
      if (bytes === WOULD_BLOCK) throw new SysError(ERRNO.EAGAIN);
      return bytes;
    },
    writeBytes: (process, fd, data, position) => writeAll(process, process.fds.get(fd), bytesArgument(data), offsetArgument(position)),
    readFileBytes(process, path) {
      const whole = readWhole(vfs, process, pathArgument(path));
      if (whole) return whole;
      // A device or a pipe: read to its end, however long that takes.
      const file = open(vfs, process, path, O.RDONLY, 0);
      const parts: Uint8Array[] = [];
      let total = 0;
      const attempt = () => {
        for (;;) {
          const bytes = file.read(process, MAX_TRANSFER, -1);
          if (bytes === WOULD_BLOCK) return WOULD_BLOCK;
          if (bytes.length === 0) return concat(parts, total);
          parts.push(bytes.slice());
          total += bytes.length;
          // /dev/zero has no end: without a bound one process would keep the kernel from all others.
          if (total > MAX_ENDLESS) throw new SysError(ERRNO.EFBIG);
        }
      };
      return block(process, [file.waiters], attempt, { onEnd: () => release(file) });
    },
    readFiles(process, folder, names, limit) {
      pathArgument(folder);
      if (!Array.isArray(names) || names.length > MAX_FILES) throw new SysError(ERRNO.EINVAL);
      let room = Math.min(intArgument(limit), MAX_TRANSFER);
      const out: (Uint8Array | null)[] = [];
      for (const name of names) {
        let bytes: Uint8Array | null | undefined = null;
        try {
          bytes = readWhole(vfs, process, `${folder}/${pathArgument(name)}`);
        } catch (e) {
          if (!(e instanceof SysError)) throw e;
        }
        // Tags and lengths around the contents.
        room -= (bytes?.length ?? 0) + 8;
        if (room < 0) break;
        out.push(bytes ?? null);
      }
      return out;
    },
    writeFileBytes(process, path, flags, mode, data) {
      bytesArgument(data);
      if (writeWhole(vfs, process, pathArgument(path), intArgument(flags), intArgument(mode), data)) return;
      const file = open(vfs, process, path, flags, mode);
      const result = writeAll(process, file, data, -1, () => release(file));
      return result === PENDING ? PENDING : undefined;
    },
  };
}

function concat(parts: Uint8Array[], total: number): Uint8Array {
  const out = new Uint8Array(total);
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
