/** What a command gets, whether it runs as a process or inside the shell. */
import type { Sys } from '../../abi/syscalls.ts';
import { SysError } from '../../abi/errno.ts';
import { errorText } from '../errors.ts';
import { RegexError } from '../regex.ts';
import { type Handles, Input, MemoryIn, MemoryOut, Output } from './io.ts';
import { statusOf } from './status.ts';
import { writeError } from './write-error.ts';

/** Ends a command at once with a status: `ctx.die`, an interrupt, a closed pipe. */
export class CommandExit extends Error {
  readonly code = 'ECOMMANDEXIT';
  readonly status: number;
  /** Goes on to the prompt. */
  readonly interrupts: boolean = false;
  constructor(status: number) {
    super(`exit ${status}`);
    this.status = status;
  }
}

export type Environment = { [name: string]: string };

export interface LaunchOptions {
  env?: Environment;
  cwd?: string;
  /** Standard input instead of the command's own. */
  stdin?: MemoryIn;
  /** Only start it: the caller waits for the pid. */
  pgid?: number;
}

export interface Command {
  name: string;
  /** Further names of /bin entries that run this. */
  aliases?: readonly string[];
  /** Waits for events or may run for long: an interactive shell gives it a process, so that Ctrl-C reaches it. */
  apart?: boolean;
  /** Ends by itself with what it got, so a pipeline may run it to its end before the next command starts. 'source': without reading standard input. */
  batch?: 'filter' | 'source';
  /** Of a source: whether it may say more than memory should hold, by its words as far as they are known before they are expanded. */
  long?(words: readonly (string | null)[]): boolean;
  run(ctx: Context): number;
}

export class Context {
  readonly sys: Sys;
  readonly name: string;
  /** Arguments without the name. */
  readonly args: string[];
  readonly env: Environment;
  readonly handles: Handles;
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;

  constructor(sys: Sys, name: string, args: string[], env: Environment, handles: Handles, check: () => void = () => {}) {
    this.sys = sys;
    this.name = name;
    this.args = args;
    this.env = env;
    this.handles = handles;
    this.stdin = new Input(sys, handles[0]);
    this.stdout = new Output(sys, handles[1]);
    // One buffer when both go to the same place keeps their order.
    this.stderr = new Output(sys, handles[2]);
    this.stdin.before = () => this.stdout.flush();
    this.stdin.check = this.stdout.check = this.stderr.check = check;
  }

  out(text: string | Uint8Array): void {
    this.stdout.write(text);
  }

  /** A message on standard error, without a prefix; at once. */
  err(text: string): void {
    this.stdout.flush();
    this.stderr.write(text);
    this.stderr.flush();
  }

  /** `name: message`. Returns `status`. */
  fail(message: string, status = 1): number {
    this.err(`${this.name}: ${message}\n`);
    return status;
  }

  /** `name: what: <text of the error>`; errors that are not system calls' go on. */
  failed(what: string, error: unknown, status = 1): number {
    if (!(error instanceof SysError)) throw error;
    return this.fail(`${what}: ${errorText(error)}`, status);
  }

  die(message: string, status = 1): never {
    this.fail(message, status);
    throw new CommandExit(status);
  }

  /** Runs another program and returns its exit status; 127 and 126 with a message when it cannot be started. */
  launch(argv: string[], options: LaunchOptions = {}): number {
    let pid: number;
    const drains: [number, MemoryOut][] = [];
    this.stdout.flush();
    try {
      pid = this.start(argv, options, drains);
    } catch (e) {
      if (!(e instanceof SysError)) throw e;
      const missing = e.code === 'ENOENT';
      const name = this.name === 'env' || this.name === 'find' || argv[0]!.includes(' ') ? `'${argv[0]}'` : argv[0];
      return this.fail(`${name}: ${errorText(e)}`, missing ? 127 : 126);
    }
    drain(this.sys, drains, this.stdin.check);
    return this.wait(pid);
  }

  /** Starts a program and returns its pid; `drains` receives pipes whose content goes to memory. Throws `SysError`. */
  start(argv: string[], options: LaunchOptions, drains: [number, MemoryOut][]): number {
    const closing: number[] = [];
    const handles = options.stdin ? [options.stdin, ...this.handles.slice(1)] : this.handles;
    try {
      const fds = realDescriptors(this.sys, handles, closing, drains);
      return this.sys.spawn({
        file: this.programFile(argv[0]!, options.env ?? this.env), args: argv, env: options.env ?? this.env, fds,
        ...(options.cwd === undefined ? {} : { cwd: options.cwd }), ...(options.pgid === undefined ? {} : { pgid: options.pgid }),
      });
    } catch (e) {
      for (const [fd] of drains.splice(0)) this.sys.close(fd);
      throw e;
    } finally {
      for (const fd of closing) this.sys.close(fd);
      options.stdin?.close();
    }
  }

  /** execvp searches the usual places when the environment has no PATH. */
  private programFile(name: string, env: Environment): string {
    if (name.includes('/') || env['PATH'] !== undefined) return name;
    for (const directory of ['/usr/bin', '/bin']) {
      try {
        this.sys.access(`${directory}/${name}`, 1);
        return `${directory}/${name}`;
      } catch (e) {
        if (!(e instanceof SysError)) throw e;
      }
    }
    return name;
  }

  wait(pid: number): number {
    for (;;) {
      try {
        return statusOf(this.sys.waitpid(pid, 0)[1]);
      } catch (e) {
        if (!(e instanceof SysError) || e.code !== 'EINTR') throw e;
        this.stdin.check();
      }
    }
  }
}

/** Descriptors for a child. Memory becomes pipes; `closing` gets what the parent closes after the start (what is read from memory is closed by whoever made it), `drains` what it reads until the end. */
export function realDescriptors(sys: Sys, handles: Handles, closing: number[], drains: [number, MemoryOut][]): number[] {
  const made = new Map<MemoryOut, number>();
  return Array.from(handles, (handle) => {
    if (handle === undefined) return -1;
    if (typeof handle === 'number') return handle;
    if (handle instanceof MemoryIn) return handle.descriptor(sys);
    let fd = made.get(handle);
    if (fd === undefined) {
      const [read, write] = sys.pipe();
      drains.push([read, handle]);
      fd = write;
      closing.push(fd);
      made.set(handle, fd);
    }
    return fd;
  });
}

/** Reads pipes to their ends into memory. */
export function drain(sys: Sys, drains: [number, MemoryOut][], check: () => void = () => {}): void {
  const open = [...drains];
  const buffer = new Uint8Array(65_536);
  try {
    while (open.length > 0) {
      let ready = open.map(() => 1);
      try {
        if (open.length > 1) ready = sys.pollSync(open.map(([fd]) => fd), open.map(() => 1), -1);
        for (let i = open.length - 1; i >= 0; i--) {
          if (ready[i] === 0) continue;
          const [fd, target] = open[i]!;
          const n = sys.read(fd, buffer, -1);
          if (n > 0) target.write(buffer.slice(0, n));
          else {
            sys.close(fd);
            open.splice(i, 1);
          }
        }
      } catch (e) {
        if (!(e instanceof SysError) || e.code !== 'EINTR') throw e;
        check();
      }
    }
  } finally {
    // Where `check` ended it: a shell at its prompt again must not keep them.
    for (const [fd] of open) sys.close(fd);
  }
}

/** Runs a command to its end: its own exit, a closed pipe and an unexpected system error become a status. */
export function runCommand(command: Command, ctx: Context): number {
  try {
    const status = command.run(ctx);
    ctx.stdout.flush();
    ctx.stderr.flush();
    return status;
  } catch (e) {
    if (e instanceof CommandExit) {
      try {
        ctx.stdout.flush();
      } catch {
        // The pipe is closed; the status says enough.
      }
      // Ctrl-C at a command inside the shell ends the whole line, loops included.
      if (e.interrupts) throw e;
      return e.status;
    }
    if (e instanceof SysError && e.code === 'EPIPE') return 141;
    if (e instanceof SysError) {
      try {
        if (!e.syscall.startsWith('write')) return ctx.fail(errorText(e));
        const { lines, status } = writeError(ctx.name, errorText(e));
        for (const line of lines) ctx.fail(line);
        return status;
      } catch {
        return 1;
      }
    }
    // A pattern that is none, of whichever command: thrown on, it would end the shell around it.
    if (e instanceof RegexError) return ctx.fail(e.message, 2);
    throw e;
  }
}
