/** What TCP and Pipe share: listening, accepting and connecting. */
import { POLL } from '../../abi/constants.ts';
import { SysError } from '../../abi/errno.ts';
import type { FdWatch, Internal, NodeRuntime } from '../runtime.ts';
import { AsyncContext } from './async-context.ts';

/** Connections taken in one turn before others get theirs. */
const MAX_ACCEPTS = 64;

/** A listening descriptor: calls `onConnection` with each accepted one. */
export class Listener {
  readonly fd: number;
  private readonly watch: FdWatch;
  private readonly rt: NodeRuntime;
  private closed = false;

  constructor(rt: NodeRuntime, fd: number, onConnection: (fd: number, remotePort: number) => void, onError: (errno: number) => void) {
    this.rt = rt;
    this.fd = fd;
    rt.sys.setNonblock(fd, true);
    this.watch = rt.loop.watchFd(fd, POLL.IN, () => {
      for (let i = 0; i < MAX_ACCEPTS && !this.closed; i++) {
        let accepted: [number, number];
        try {
          accepted = rt.sys.accept(fd);
        } catch (e) {
          if (!(e instanceof SysError)) throw e;
          if (e.code === 'EAGAIN') return;
          if (e.code === 'EINTR' || e.code === 'ECONNABORTED') continue;
          onError(e.errno);
          return;
        }
        onConnection(accepted[0], accepted[1]);
      }
    });
  }

  close(): void {
    this.closed = true;
    this.watch.close();
    this.rt.sys.close(this.fd);
  }
}

/** Delivers the outcome of a connection attempt to `req.oncomplete` in a later turn, as libuv does even when the kernel answered at once. */
export function completeConnect(rt: NodeRuntime, type: string, req: Internal, handle: object, code: number): void {
  const context = new AsyncContext(rt, type, req);
  rt.loop.complete(() => {
    context.call(req.oncomplete, req, code, handle, req, true, true);
    context.destroy();
  });
}
