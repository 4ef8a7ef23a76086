/** The `Pipe` handle: unix-domain sockets, the pipes of child processes, and IPC channels. */
import { ERRNO } from '../../abi/errno.ts';
import type { Internal, NodeRuntime } from '../runtime.ts';
import { completeConnect, Listener } from './connection.ts';
import { status, statusOf } from './errors.ts';
import { handleClasses } from './handle-wrap.ts';
import { type HandleNote, handleMakers } from './passed-handles.ts';
import { perRuntime } from './per-runtime.ts';
import { streamClasses } from './stream-wrap.ts';

/** libuv's mode bits of `fchmod` on a pipe, as file permissions for everybody. */
const UV_READABLE = 1, UV_WRITABLE = 2;

function build(rt: NodeRuntime) {
  const { stateOf } = handleClasses(rt);
  const { LibuvStreamWrap, fdStreamOf, streamOf, attach } = streamClasses(rt);
  const SERVER = 1, IPC = 2;
  /** As `net.Server` has it. */
  const BACKLOG = 511;

  class Pipe extends LibuvStreamWrap {
    #path: string | null = null;
    #listener: Listener | null = null;
    /** A listening descriptor received from another process, until `listen` takes it over. */
    #received: number | null = null;
    #foreign = false;
    declare onconnection: Internal;

    constructor(type: number) {
      super(type === SERVER ? 'PIPESERVERWRAP' : 'PIPEWRAP');
      const state = stateOf(this);
      const stream = streamOf(this);
      stream.ipc = type === IPC;
      state.note = () => {
        this.#bindNow();
        return JSON.stringify({ type: 'pipe', listening: this.#listener !== null || this.#received !== null, path: this.#path } satisfies HandleNote);
      };
      const releaseStream = state.release;
      state.release = () => {
        if (this.#listener) {
          this.#listener.close();
          this.#listener = null;
          // libuv unlinks the path of a server it closes; a path that is gone already is no error. One that was received belongs to another process.
          if (!this.#foreign) status(() => rt.sys.unlink(this.#path!));
        }
        if (this.#received !== null) status(() => rt.sys.close(this.#received!));
        this.#received = null;
        releaseStream();
      };
    }

    /** As with TCP: bound only, it gets its descriptor when somebody asks for it. @throws SysError */
    #bindNow(): void {
      if (this.#path !== null && this.#listener === null && this.#received === null && streamOf(this).stream === null) this.#received = rt.sys.listenUnix(this.#path, BACKLOG);
    }

    override get fd(): number {
      status(() => this.#bindNow());
      return this.#listener?.fd ?? this.#received ?? super.fd;
    }

    /** The handle of a descriptor that another process sent. */
    static fromNote(fd: number, note: HandleNote): Pipe {
      const handle = new Pipe(note.listening ? SERVER : 0);
      if (note.listening) {
        handle.#path = typeof note.path === 'string' ? note.path : '';
        handle.#received = fd;
        handle.#foreign = true;
      } else attach(handle, fd, false);
      return handle;
    }

    open(fd: number): number {
      let name = '';
      try {
        name = rt.sys.socketName(fd);
      } catch {
        // A pipe, or nothing: attaching tells.
      }
      if (!name.startsWith('unix:') || /^unix:->|<-$/.test(name)) return attach(this, fd);
      // It listens already, and its path is whose who made it.
      this.#path = name.slice('unix:'.length);
      this.#received = fd;
      this.#foreign = true;
      return 0;
    }

    bind(path: string): number {
      if (this.#path !== null) return -ERRNO.EINVAL;
      this.#path = path;
      return 0;
    }

    listen(backlog: number): number {
      if (this.#path === null) return -ERRNO.EINVAL;
      try {
        const fd = this.#received ?? rt.sys.listenUnix(this.#path, backlog);
        this.#received = null;
        this.#listener = new Listener(
          rt, fd,
          (accepted) => {
            const client = stateOf(this).context.triggering(() => new Pipe(0));
            const code = attach(client, accepted, false);
            stateOf(this).context.call(this.onconnection, this, code, code === 0 ? client : undefined);
          },
          (errno) => stateOf(this).context.call(this.onconnection, this, -errno, undefined),
        );
      } catch (e) {
        return statusOf(e);
      }
      stateOf(this).setActive(true);
      return 0;
    }

    connect(req: Internal, path: string): number {
      let code: number;
      try {
        code = attach(this, rt.sys.connectUnix(path), false);
      } catch (e) {
        code = statusOf(e);
      }
      completeConnect(rt, 'PIPECONNECTWRAP', req, this, code, code === 0 ? fdStreamOf(this) : null);
      return 0;
    }

    fchmod(mode: number): number {
      if (this.#path === null) return -ERRNO.EBADF;
      const path = this.#path;
      const bits = (mode & UV_READABLE ? 0o444 : 0) | (mode & UV_WRITABLE ? 0o222 : 0);
      return status(() => rt.sys.chmod(path, (rt.sys.stat(path, true)[1] & 0o7777) | bits));
    }
  }
  handleMakers(rt).set('pipe', (fd, note) => Pipe.fromNote(fd, note));
  return { Pipe };
}

export const pipeClasses = perRuntime(build);
