/** A process that the client started: on a terminal of its own, as leader of a session. */
import { proxy } from 'comlink';
import { O, SIG } from '../../abi/constants.ts';
import type { Winsize } from '../../abi/syscalls.ts';
import { HOME, HOSTNAME } from '../image.ts';
import type { SandboxKernel } from '../kernel.ts';
import { DEFAULT_PATH } from '../process/executable.ts';
import { release } from '../files/fd-table.ts';
import { invalidArgument, spawnError } from './errors.ts';
import { type OutputListener, pumpOutput } from './output-pump.ts';
import { spawnDirectory } from './paths.ts';

/** What the client passes to `run`. */
export interface RunRequest {
  command: string;
  args?: string[];
  cwd?: string;
  env?: { [name: string]: string | number | boolean };
  terminal?: Winsize;
}

/** Size of the terminal where the client asked for none. */
const DEFAULT_SIZE: Winsize = { cols: 80, rows: 24 };
/** How long a killed process may take to end by itself. */
const KILL_GRACE_MS = 2000;

export interface ClientProcess {
  onExit: Promise<number>;
  kill(): void;
  write(data: string): void;
  resize(size: Winsize): void;
}

/**
 * Starts a command.
 * @throws ApiError `spawn x ENOENT` and its like when it cannot be started
 */
export function runForClient(kernel: SandboxKernel, workdir: string, request: RunRequest, output: OutputListener | undefined): ClientProcess {
  const { command, args = [], env = {}, terminal: size } = request;
  if (typeof command !== 'string' || command === '') throw invalidArgument('command', 'a non-empty string');
  if (!Array.isArray(args)) throw invalidArgument('args', 'an array of strings');
  const terminal = kernel.createTerminal(size ? checkSize(size) : DEFAULT_SIZE);
  const file = terminal.openSlave(O.RDWR);
  const { table } = kernel;
  let pid: number;
  let ended: Promise<number>;
  try {
    const spec = {
      file: command, args: [command, ...args.map(String)], cwd: spawnDirectory(workdir, request.cwd), fds: [],
      env: environment(env, spawnDirectory(workdir, request.cwd), size !== undefined), setsid: true, ctty: 0,
    };
    const process = table.start(table.init, { spec, files: [file, file, file] });
    pid = process.pid;
    ended = new Promise((done) => {
      process.onExit = (status) => done((status & 0x7f) === 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f));
    });
  } catch (error) {
    throw spawnError(error, command);
  } finally {
    release(file);
  }

  const delivered = pumpOutput(terminal, output);
  let grace: ReturnType<typeof setTimeout> | undefined;
  const onExit = ended.then(async (code) => {
    // Its leader's end hung the terminal up; what was written before still goes out first.
    await delivered;
    return code;
  });
  const encoder = new TextEncoder();
  return proxy({
    onExit,
    kill() {
      kernel.signalSession(pid, SIG.TERM);
      // Also when the leader ends at once: what it left behind in its session may refuse to.
      grace ??= setTimeout(() => kernel.signalSession(pid, SIG.KILL), KILL_GRACE_MS);
    },
    write(data: string) {
      if (typeof data !== 'string') throw invalidArgument('data', 'a string');
      terminal.input(encoder.encode(data));
    },
    resize: (next: Winsize) => terminal.resize(checkSize(next)),
  });
}

function environment(extra: { [name: string]: unknown }, cwd: string, interactive: boolean): { [name: string]: string } {
  const env: { [name: string]: string } = {
    HOME, USER: 'user', LOGNAME: 'user', SHELL: '/bin/sh', PATH: DEFAULT_PATH, HOSTNAME, LANG: 'C.UTF-8', PWD: cwd, BROWSER: 'xdg-open',
    // Without a terminal of its own, the reader is a program: colours would only be in its way.
    ...(interactive ? { TERM: 'xterm-256color', COLORTERM: 'truecolor' } : {}),
  };
  for (const [name, value] of Object.entries(extra)) if (value !== undefined && value !== null) env[name] = String(value);
  return env;
}

function checkSize(size: Winsize): Winsize {
  const ok = (n: unknown): boolean => typeof n === 'number' && Number.isInteger(n) && n > 0 && n < 65536;
  if (!ok(size?.cols) || !ok(size?.rows)) throw invalidArgument('terminal', 'an object with positive integers `cols` and `rows`');
  return { cols: size.cols, rows: size.rows };
}
