/**
 * The system calls that the shell uses, over Node's own file system and in one thread: a child runs to its end inside `spawn`, and pipes
 * have no limit. Enough to test the language and the coreutils without a browser; nothing that waits for another process works here.
 */
import * as fs from 'node:fs';
import { posix } from 'node:path';
import { DT, O, S } from '../../src/runtime/abi/constants.ts';
import { ERRNO, SysError } from '../../src/runtime/abi/errno.ts';
import { EXEC_MAGIC } from '../../src/runtime/abi/messages.ts';
import type { SpawnSpec, StatFields, Sys } from '../../src/runtime/abi/syscalls.ts';

type File = { t: 'file'; fd: number; append: boolean; refs: number } | { t: 'pipe'; pipe: Pipe; end: 'r' | 'w'; refs: number };
interface Pipe { data: Buffer[]; readers: number; writers: number }

export interface Start { argv: string[]; applet: string; env: { [name: string]: string }; cwd: string; payload?: string; pid: number; ppid: number; execPath: string; t: 'start' }
type Run = (sys: Sys, start: Start) => number;

const MACHINE_BIN = /^\/(?:usr\/)?(?:local\/)?bin\/./;

class Exit extends Error {
  readonly status: number;
  constructor(status: number) {
    super('exit');
    this.status = status;
  }
}

/** A little world: which names /bin has and how a program runs. */
export class ShellWorld {
  readonly statuses = new Map<number, { status: number; parent: number }>();
  pids = 1000;
  readonly names: ReadonlySet<string>;
  readonly run: Run;
  readonly shells = new Set(['sh', 'bash']);
  spawned = 0;
  constructor(names: Iterable<string>, run: Run) {
    this.names = new Set([...names, ...this.shells]);
    this.run = run;
  }

  /** Runs a program with standard input and returns what it wrote. */
  execute(argv: string[], options: { cwd: string; env?: { [name: string]: string }; stdin?: string }): { stdout: string; stderr: string; status: number } {
    const ends = [makePipe(), makePipe(), makePipe()];
    ends[0]!.data.push(Buffer.from(options.stdin ?? ''));
    const files: File[] = ends.map((pipe, i) => ({ t: 'pipe', pipe, end: i === 0 ? 'r' : 'w', refs: 1 }));
    for (const [i, pipe] of ends.entries()) pipe[i === 0 ? 'readers' : 'writers'] = 1;
    const pid = ++this.pids;
    const status = this.start({ file: argv[0]!, args: argv, env: options.env ?? {}, fds: [] }, files, options.cwd, pid, 1);
    return { stdout: Buffer.concat(ends[1]!.data).toString(), stderr: Buffer.concat(ends[2]!.data).toString(), status };
  }

  start(spec: SpawnSpec, files: File[], cwd: string, pid: number, ppid: number): number {
    const { applet, args } = this.resolve(spec, cwd);
    const process = new FakeProcess(this, files, cwd, pid, spec.env);
    try {
      return this.run(process.sys, { t: 'start', argv: args, applet, env: spec.env, cwd, pid, ppid, execPath: `/bin/${applet}`, ...(spec.payload === undefined ? {} : { payload: spec.payload }) });
    } catch (e) {
      if (e instanceof Exit) return e.status;
      throw e;
    } finally {
      process.closeAll();
    }
  }

  private resolve(spec: SpawnSpec, cwd: string): { applet: string; args: string[] } {
    const candidates = spec.file.includes('/') ? [posix.resolve(cwd, spec.file)] : (spec.env['PATH'] ?? '').split(':').map((d) => posix.resolve(cwd, d, spec.file));
    for (const path of candidates) {
      const name = /^\/bin\/([^/]+)$/.exec(path)?.[1];
      if (name !== undefined && this.names.has(name)) return { applet: name, args: spec.args };
      if (MACHINE_BIN.test(path) || !fs.existsSync(path)) continue;
      const stat = fs.statSync(path);
      if (stat.isDirectory() || (stat.mode & 0o111) === 0) throw new SysError(ERRNO.EACCES, 'spawn');
      const line = /^#!\s*(\S+)(?:\s+(\S+))?/.exec(fs.readFileSync(path, 'latin1'));
      if (!line) throw new SysError(ERRNO.ENOEXEC, 'spawn');
      const interpreter = line[1] === '/usr/bin/env' ? `/bin/${line[2]}` : line[1]!;
      return this.resolve({ ...spec, file: interpreter, args: [interpreter, spec.file.includes('/') ? spec.file : path, ...spec.args.slice(1)] }, cwd);
    }
    throw new SysError(ERRNO.ENOENT, 'spawn');
  }
}

function makePipe(): Pipe {
  return { data: [], readers: 0, writers: 0 };
}

function fail(name: keyof typeof ERRNO, call: string): never {
  throw new SysError(ERRNO[name], call);
}

function wrap<T>(call: string, body: () => T): T {
  try {
    return body();
  } catch (e) {
    const code = (e as NodeJS.ErrnoException).code;
    if (code !== undefined && code in ERRNO && !(e instanceof SysError)) throw new SysError(ERRNO[code as keyof typeof ERRNO], call);
    throw e;
  }
}

class FakeProcess {
  readonly sys: Sys;
  private readonly files: (File | undefined)[];
  private cwd: string;
  private mask = 0o022;
  private readonly world: ShellWorld;
  private readonly pid: number;

  constructor(world: ShellWorld, files: File[], cwd: string, pid: number, env: { [name: string]: string }) {
    this.world = world;
    this.files = files;
    this.cwd = cwd;
    this.pid = pid;
    void env;
    this.sys = this.build();
  }

  closeAll(): void {
    this.files.forEach((_, fd) => this.files[fd] && this.close(fd));
  }

  private path(p: string): string {
    if (p === '') fail('ENOENT', 'path');
    return posix.resolve(this.cwd, p) + (p.endsWith('/') && p !== '/' ? '/' : '');
  }

  private overlay(p: string): string | null {
    const name = /^\/bin\/([^/]+)$/.exec(posix.resolve(this.cwd, p))?.[1];
    return name !== undefined && this.world.names.has(name) ? name : null;
  }

  private file(fd: number): File {
    return this.files[fd] ?? fail('EBADF', 'fd');
  }

  private add(file: File): number {
    let fd = 0;
    while (this.files[fd]) fd++;
    this.files[fd] = file;
    return fd;
  }

  private hold(file: File): File {
    file.refs++;
    return file;
  }

  private close(fd: number): void {
    const file = this.file(fd);
    this.files[fd] = undefined;
    if (--file.refs > 0) return;
    if (file.t === 'file') fs.closeSync(file.fd);
    else file.pipe[file.end === 'r' ? 'readers' : 'writers']--;
  }

  private fields(s: fs.Stats): StatFields {
    return [s.dev, s.mode, s.nlink, s.uid, s.gid, s.rdev, s.blksize, s.ino, s.size, s.blocks, s.atimeMs, s.mtimeMs, s.ctimeMs, s.birthtimeMs];
  }

  private stat(p: string, follow: boolean): StatFields {
    const name = this.overlay(p);
    if (name !== null) return [1, S.IFREG | 0o755, 1, 0, 0, 0, 4096, [...this.world.names].indexOf(name), 30, 8, 0, 0, 0, 0];
    // Real programs of the machine are not part of this world.
    if (MACHINE_BIN.test(posix.resolve(this.cwd, p))) fail('ENOENT', 'stat');
    return wrap('stat', () => this.fields(follow ? fs.statSync(this.path(p)) : fs.lstatSync(this.path(p))));
  }

  private read(fd: number, target: Uint8Array): number {
    const file = this.file(fd);
    if (file.t === 'file') return wrap('read', () => fs.readSync(file.fd, target, 0, target.length, null));
    const { pipe } = file;
    const head = pipe.data[0];
    if (!head) {
      if (pipe.writers > 0) throw new Error('deadlock: read from an empty pipe whose writer is this thread');
      return 0;
    }
    const n = Math.min(head.length, target.length);
    target.set(head.subarray(0, n));
    if (n === head.length) pipe.data.shift();
    else pipe.data[0] = head.subarray(n);
    return n;
  }

  private write(fd: number, data: Uint8Array): number {
    const file = this.file(fd);
    if (file.t === 'file') return wrap('write', () => fs.writeSync(file.fd, data));
    if (file.pipe.readers === 0 && file.end === 'w' && fd > 2) fail('EPIPE', 'writeBytes');
    file.pipe.data.push(Buffer.from(data));
    return data.length;
  }

  private spawn(spec: SpawnSpec): number {
    this.world.spawned++;
    const files = spec.fds.map((fd) => (fd < 0 ? undefined : this.hold(this.file(fd)))) as File[];
    const pid = ++this.world.pids;
    try {
      const status = this.world.start(spec, files, spec.cwd ? this.path(spec.cwd) : this.cwd, pid, this.pid);
      this.world.statuses.set(pid, { status: (status & 0xff) << 8, parent: this.pid });
    } catch (e) {
      for (const file of files) if (file) file.refs--;
      throw e;
    }
    return pid;
  }

  private waitpid(pid: number, flags: number): [number, number] {
    for (const [id, { status, parent }] of this.world.statuses) {
      if (parent !== this.pid || (pid > 0 && id !== pid)) continue;
      this.world.statuses.delete(id);
      return [id, status];
    }
    if (flags) return [0, 0];
    return fail('ECHILD', 'waitpid');
  }

  private build(): Sys {
    const types = (e: fs.Dirent): number => (e.isDirectory() ? DT.DIR : e.isSymbolicLink() ? DT.LINK : e.isFIFO() ? DT.FIFO : DT.FILE);
    const self = this;
    const calls: Partial<Sys> = {
      open(p, flags, mode) {
        if (flags & O.DIRECTORY) fail('EINVAL', 'open');
        const previous = process.umask(self.mask);
        try {
          return wrap('open', () => {
            const fd = fs.openSync(self.path(p), flags & ~O.CLOEXEC, mode);
            return self.add({ t: 'file', fd, append: (flags & O.APPEND) !== 0, refs: 1 });
          });
        } finally {
          process.umask(previous);
        }
      },
      close: (fd) => self.close(fd),
      lseek(fd, offset, whence) {
        const file = self.file(fd);
        if (file.t === 'pipe') fail('ESPIPE', 'lseek');
        // Node cannot seek: such files are read byte by byte here.
        void offset;
        void whence;
        return fail('ESPIPE', 'lseek');
      },
      dup: (fd) => self.add(self.hold(self.file(fd))),
      dup2(fd, target) {
        const file = self.hold(self.file(fd));
        if (self.files[target]) self.close(target);
        self.files[target] = file;
        return target;
      },
      pipe() {
        const pipe = makePipe();
        pipe.readers = pipe.writers = 1;
        return [self.add({ t: 'pipe', pipe, end: 'r', refs: 1 }), self.add({ t: 'pipe', pipe, end: 'w', refs: 1 })];
      },
      fstat(fd) {
        const file = self.file(fd);
        if (file.t === 'file') return self.fields(fs.fstatSync(file.fd));
        return [1, S.IFIFO | 0o600, 1, 1000, 1000, 0, 4096, 1, 0, 0, 0, 0, 0, 0];
      },
      pollSync: (fds, events) => fds.map((_, i) => events[i]!),
      stat: (p, follow) => self.stat(p, follow),
      access: (p, mode) => {
        if (self.overlay(p) !== null) return;
        if (MACHINE_BIN.test(posix.resolve(self.cwd, p))) fail('ENOENT', 'access');
        wrap('access', () => fs.accessSync(self.path(p), mode));
      },
      readdir: (p) => wrap('readdir', () => fs.readdirSync(self.path(p), { withFileTypes: true }).map((e): [string, number] => [e.name, types(e)])),
      mkdir: (p, mode) => wrap('mkdir', () => void fs.mkdirSync(self.path(p), mode)),
      rmdir: (p) => wrap('rmdir', () => fs.rmdirSync(self.path(p))),
      unlink: (p) => wrap('unlink', () => fs.unlinkSync(self.path(p))),
      rename: (a, b) => wrap('rename', () => fs.renameSync(self.path(a), self.path(b))),
      link: (a, b) => wrap('link', () => fs.linkSync(self.path(a), self.path(b))),
      symlink: (a, b) => wrap('symlink', () => fs.symlinkSync(a, self.path(b))),
      readlink: (p) => wrap('readlink', () => fs.readlinkSync(self.path(p))),
      realpath: (p) => wrap('realpath', () => fs.realpathSync(self.path(p))),
      truncate: (p, n) => wrap('truncate', () => fs.truncateSync(self.path(p), n)),
      ftruncate: (fd, n) => wrap('ftruncate', () => fs.ftruncateSync((self.file(fd) as { fd: number }).fd, n)),
      chmod: (p, mode) => wrap('chmod', () => fs.chmodSync(self.path(p), mode)),
      chown: () => {},
      utimes: (p, a, m, follow) => wrap('utimes', () => (follow ? fs.utimesSync : fs.lutimesSync)(self.path(p), a / 1000, m / 1000)),
      rmtree: (p) => wrap('rmtree', () => fs.rmSync(self.path(p), { recursive: true })),
      fsync: () => {},
      spawn: (spec) => self.spawn(spec),
      waitpid: (pid, flags) => self.waitpid(pid, flags),
      kill: () => fail('ESRCH', 'kill'),
      sigaction: () => 0,
      getpgid: () => self.pid,
      getcwd: () => self.cwd,
      chdir(p) {
        const path = self.path(p).replace(/(.)\/$/, '$1');
        if (!wrap('chdir', () => fs.statSync(path)).isDirectory()) fail('ENOTDIR', 'chdir');
        self.cwd = path;
      },
      umask(mask) {
        const old = self.mask;
        self.mask = mask;
        return old;
      },
      sleep: () => {},
      exit(code) {
        throw new Exit(code);
      },
      ps: () => [],
      isatty: () => false,
      read: (fd, target) => self.read(fd, target),
      write: (fd, data) => self.write(fd, data),
      readFile(p) {
        const name = self.overlay(p);
        return name !== null ? Buffer.from(`${EXEC_MAGIC}shell ${name}\n`) : wrap('readFile', () => new Uint8Array(fs.readFileSync(self.path(p))));
      },
      writeFile: (p, flags, mode, data) => wrap('writeFile', () => fs.writeFileSync(self.path(p), data, { flag: flags as unknown as string, mode })),
    };
    return new Proxy(calls, {
      get(target, name) {
        return (target as Record<string | symbol, unknown>)[name] ?? (() => {
          throw new Error(`shell-sys: ${String(name)} is not part of this world`);
        });
      },
    }) as Sys;
  }
}
