/** The natives of the `fs` binding that take descriptors. */
import type { NodeRuntime } from '../runtime.ts';
import { checkDescriptor } from './arguments.ts';
import { bytesOf, descriptors, type Position, positionOf } from './descriptors.ts';
import { idOf, statResult } from './path-methods.ts';
import type { Method } from './request.ts';
import { utimeMs } from './stats.ts';

type AnyMethod = Method<any, any>;

export function descriptorMethods(rt: NodeRuntime, shared: Parameters<typeof statResult>[0]): { [name: string]: AnyMethod } {
  const { sys } = rt;
  const fds = descriptors(rt);
  const plain = (syscall: string, request: number, run: (fd: number, ...rest: any[]) => unknown, more: Partial<AnyMethod> = {}): AnyMethod =>
    ({ request, syscall, paths: 0, check: (args) => checkDescriptor(rt, args[0]), run, ...more });
  const whenReady = (args: unknown[], run: () => void): void => fds.whenReadable(args[0] as number, run);

  return {
    close: plain('close', 1, (fd) => fds.close(fd)),
    fstat: plain('fstat', 2, (fd) => {
      const stats = sys.fstat(fd);
      fds.learn(fd, stats[1]);
      return stats;
    }, { convert: statResult(shared) }),
    ftruncate: plain('ftruncate', 2, (fd, length = 0) => sys.ftruncate(fd, Number(length))),
    fsync: plain('fsync', 1, (fd) => sys.fsync(fd)),
    fdatasync: plain('fdatasync', 1, (fd) => sys.fsync(fd)),
    fchmod: plain('fchmod', 2, (fd, mode) => sys.fchmod(fd, mode)),
    fchown: plain('fchown', 3, (fd, uid: number, gid: number) => sys.fchown(fd, idOf(uid), idOf(gid))),
    futimes: plain('futime', 3, (fd, atime: number, mtime: number) => sys.futimes(fd, utimeMs(atime), utimeMs(mtime))),
    read: plain('read', 5, (fd, buffer: ArrayBufferView, offset: number, length: number, position: Position) =>
      fds.read(fd, bytesOf(buffer, offset, length), positionOf(position)), { whenReady }),
    readBuffers: plain('read', 3, (fd, buffers: ArrayBufferView[], position: Position) => fds.readMany(fd, buffers, positionOf(position)), { whenReady }),
    writeBuffer: plain('write', 5, (fd, buffer: ArrayBufferView, offset: number, length: number, position: Position) =>
      sys.write(fd, bytesOf(buffer, offset, length), positionOf(position))),
    writeBuffers: plain('write', 3, (fd, buffers: ArrayBufferView[], position: Position) => fds.writeMany(fd, buffers, positionOf(position))),
    writeString: plain('write', 4, (fd, text: string, position: unknown, encoding: unknown) =>
      sys.write(fd, rt.toBytes(text, typeof encoding === 'string' ? encoding : 'utf8'), typeof position === 'bigint' ? -1 : positionOf(position))),
  };
}
