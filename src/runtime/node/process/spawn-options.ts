/** What `Process.spawn` and `spawn_sync.spawn` have in common: turning Node's options into the kernel's. */
import { O } from '../../abi/constants.ts';
import { ERRNO, SysError } from '../../abi/errno.ts';
import type { SpawnSpec } from '../../abi/syscalls.ts';
import type { NodeRuntime } from '../runtime.ts';
import { status } from '../streams/errors.ts';

/** `NAME=value` lines as the kernel's environment. Of a name given twice the first counts, as with getenv(3). */
export function environment(pairs: readonly string[]): { [name: string]: string } {
  const env = new Map<string, string>();
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    if (at > 0 && !env.has(pair.slice(0, at))) env.set(pair.slice(0, at), pair.slice(at + 1));
  }
  return Object.fromEntries(env);
}

/** Descriptors opened only for the child: closed here once it has them, or when it could not be started. */
export class ChildDescriptors {
  readonly fds: number[] = [];
  private readonly rt: NodeRuntime;
  private readonly own: number[] = [];

  constructor(rt: NodeRuntime) {
    this.rt = rt;
  }

  /** The child's next descriptor is the parent's `fd`; -1 leaves it closed. */
  give(fd: number): void {
    this.fds.push(fd);
  }

  /** As `give`, for a descriptor opened for this. */
  handOver(fd: number): void {
    this.own.push(fd);
    this.fds.push(fd);
  }

  /** "ignore": a standard stream reads nothing and writes nowhere, another stays closed. */
  ignore(): void {
    const index = this.fds.length;
    if (index > 2) this.give(-1);
    else this.handOver(this.rt.sys.open('/dev/null', index === 0 ? O.RDONLY : O.RDWR, 0));
  }

  /** One end for the parent, returned; the other for the child. */
  pipe(): number {
    const [mine, theirs] = this.rt.sys.socketpair();
    this.handOver(theirs);
    return mine;
  }

  close(): void {
    for (const fd of this.own.splice(0)) status(() => this.rt.sys.close(fd));
  }
}

/** Every process of the sandbox belongs to the same user, who may become nobody else. */
function checkOwner(rt: NodeRuntime, uid: unknown, gid: unknown): void {
  const { getuid, getgid } = rt.internalBinding('credentials');
  for (const [id, own] of [[gid, getgid()], [uid, getuid()]]) {
    if (typeof id === 'number' && id !== own) throw new SysError(id === -1 ? ERRNO.EINVAL : ERRNO.EPERM);
  }
}

export interface StartOptions { file: string; args?: string[]; cwd?: string; envPairs?: string[]; detached: boolean; uid?: number; gid?: number }

/** Starts the child. Throws `SysError`. */
export function start(rt: NodeRuntime, options: StartOptions, fds: number[]): number {
  checkOwner(rt, options.uid, options.gid);
  const spec: SpawnSpec = {
    file: options.file,
    // Numbers and the like are turned into text, as V8 does for C++.
    args: options.args && options.args.length > 0 ? options.args.map(String) : [options.file],
    env: options.envPairs ? environment(options.envPairs) : { ...rt.process.env },
    fds,
  };
  if (options.cwd) spec.cwd = options.cwd;
  if (options.detached) {
    spec.setsid = true;
    spec.pgid = 0;
  }
  return rt.sys.spawn(spec);
}
