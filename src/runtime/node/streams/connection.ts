/** What TCP and Pipe share: listening, accepting and connecting. */
import { POLL } from '../../abi/constants.ts';
import { SysError } from '../../abi/errno.ts';
import type { FdWatch, Internal, NodeRuntime } from '../runtime.ts';
import { AsyncContext } from './async-context.ts';
import type { FdStream } from './fd-stream.ts';
import { handleClasses } from './handle-wrap.ts';

/** A listening descriptor: calls `onConnection` with each accepted one. */
export class Listener {
  readonly fd: number;
  private readonly watch: FdWatch;
  private readonly rt: NodeRuntime;

  constructor(rt: NodeRuntime, fd: number, onConnection: (fd: number, remotePort: number, address: string, remote: string) => void, onError: (errno: number) => void) {
    this.rt = rt;
    this.fd = fd;
    rt.sys.setNonblock(fd, true);
    // One connection per event: its callback needs a task of its own, and the watch asks again by itself.
    this.watch = rt.loop.watchFd(fd, POLL.IN, () => {
      let accepted: [number, number, string, string];
      try {
        accepted = rt.sys.accept(fd);
      } catch (e) {
        if (!(e instanceof SysError)) throw e;
        if (e.code !== 'EAGAIN' && e.code !== 'EINTR' && e.code !== 'ECONNABORTED') onError(e.errno);
        return;
      }
      onConnection(...accepted);
    });
  }

  close(): void {
    this.watch.close();
    this.rt.sys.close(this.fd);
  }
}

/** Delivers the outcome of a connection attempt to `req.oncomplete` in a later turn, as libuv does even when the kernel answered at once. `stream` is null when the attempt failed. */
export function completeConnect(rt: NodeRuntime, type: string, req: Internal, handle: object, code: number, stream: FdStream | null): void {
  const context = handleClasses(rt).stateOf(handle as never).context.triggering(() => AsyncContext.ofRequest(rt, type, req));
  rt.loop.ref();
  const finish = (result: number): void => {
    rt.loop.unref();
    context.destroy();
    context.call(req.oncomplete, req, result, handle, req, true, true);
  };
  if (stream) stream.whenConnected(finish);
  else rt.loop.enqueue(() => finish(code));
}
