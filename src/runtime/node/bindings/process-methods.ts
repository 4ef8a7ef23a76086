/** internalBinding('process_methods'). */
import { SysError } from '../../abi/errno.ts';
import { SIG } from '../../abi/constants.ts';
import type { CoreRuntime } from '../core.ts';
import { endBySignal } from '../fatal.ts';
import type { Binding, Internal } from '../runtime.ts';
import { parseEnv } from '../parse-env.ts';
import { clock, processOrigin } from '../process/origin.ts';
import { environment } from '../process/spawn-options.ts';
import { traceExit } from '../process/trace-exit.ts';
import { optionsOf } from './options.ts';
import { writeCoverage } from './profiler.ts';

/** The version of the client's API that the sandbox speaks. Packages with a build in WebAssembly look for it; it does not show when versions are listed, for there Node is the measure. */
const CLIENT_VERSION = '1.6.4';

/** Places in what `resourceUsage` fills: page faults and context switches are unknown. */
const RESOURCE = { USER_TIME: 0, MAX_RSS: 2, UNKNOWN: [6, 7, 14, 15] } as const;

/** `process.title`: what `ps` shows. It takes the place of the arguments, so it can be no longer than they are (uv_set_process_title). */
function titleOf(rt: CoreRuntime, process: Internal, given: string | undefined): void {
  const { argv } = rt.start!;
  const bytes = (text: string): Uint8Array => new rt.native.TextEncoder().encode(text);
  let title = rt.isThread ? undefined : argv[0] ?? 'node';
  const set = (value: unknown): void => {
    const text = String(value);
    // A thread's is its own matter; until it has one it is the process's.
    if (rt.isThread) title = text;
    else rt.sys.setTitle(title = new rt.native.TextDecoder().decode(bytes(text).subarray(0, bytes(argv.join(' ')).length)));
  };
  const get = (): string => title ?? new rt.native.TextDecoder().decode(rt.sys.readFile('/proc/self/cmdline')).split('\0', 1)[0]!;
  Object.defineProperty(process, 'title', { get, set, configurable: true, enumerable: true });
  if (given) set(given);
}

export const processMethodsBinding: Binding = {
  name: 'process_methods',
  create(rt: CoreRuntime, shape) {
    const { performance } = rt.native;
    let startedAt = performance.now();
    let idleBefore = 0;
    // A worker waits in the pool before it becomes a process: its time begins here.
    rt.onStart.push(() => {
      startedAt = performance.now();
      idleBefore = rt.loop.idleMs;
    });
    const words = new Uint32Array(3 + 1);
    const buffer = new Uint32Array(words.buffer, 0, 3);
    const nanoseconds = new BigUint64Array(words.buffer, 0, 1);
    let seconds = 0, nanos = 0;
    /**
     * Puts the clock's time into `seconds` and `nanos`, later than any told before: the browser's clock moves in steps of 5 µs, within which a
     * program that divides by what it measured divided by zero.
     */
    const tick = (): void => {
      const ms = clock(rt);
      const whole = Math.floor(ms / 1000);
      const rest = Math.min(Math.floor((ms - whole * 1000) * 1e6), 999_999_999);
      if (whole > seconds || (whole === seconds && rest > nanos)) {
        seconds = whole;
        nanos = rest;
      } else if (++nanos === 1_000_000_000) {
        seconds++;
        nanos = 0;
      }
    };
    const elapsed = (): number => performance.now() - startedAt;
    /** Microseconds this process was not asleep in its loop: a page has no clock of processor time, and what else the machine did meanwhile counts in. */
    const busy = (): number => Math.round((elapsed() - (rt.loop.idleMs - idleBefore)) * 1000);
    const call = <T>(syscall: string, path: string | undefined, fn: () => T): T => {
      try {
        return fn();
      } catch (e) {
        if (e instanceof SysError) return rt.throwErrno(e.errno, syscall, path);
        throw e;
      }
    };
    const abort = (): never => endBySignal(rt, SIG.ABRT);
    return Object.assign(shape, {
      hrtimeBuffer: buffer,
      hrtime() {
        tick();
        buffer[0] = Math.floor(seconds / 0x100000000);
        buffer[1] = seconds >>> 0;
        buffer[2] = nanos;
      },
      hrtimeBigInt() {
        tick();
        nanoseconds[0] = BigInt(seconds) * 1_000_000_000n + BigInt(nanos);
      },
      uptime: () => (clock(rt) - processOrigin(rt)) / 1000,
      cwd: () => call('uv_cwd', undefined, () => rt.sys.getcwd()),
      chdir(path: string) {
        rt.permission?.demand('FileSystemRead', path);
        try {
          rt.sys.chdir(path);
        } catch (e) {
          if (!(e instanceof SysError)) throw e;
          // `chdir <from> -> '<to>'` is how Node words it.
          rt.throwErrno(e.errno, 'chdir', rt.sys.getcwd(), path);
        }
      },
      umask(mask: number | undefined) {
        if (mask !== undefined) return rt.sys.umask(mask);
        const old = rt.sys.umask(0);
        rt.sys.umask(old);
        return old;
      },
      memoryUsage(out: Float64Array) {
        const { rss, heap, external, arrayBuffers } = rt.memory.figures();
        out.set([rss, heap, heap, external, arrayBuffers]);
      },
      rss: () => rt.memory.figures().rss,
      resourceUsage(out: Float64Array) {
        rt.memory.figures();
        // Those that Linux does not keep are 0 in Node as well. Nothing is read from or written to a disk; faults and switches are the browser's to know.
        out.fill(0);
        out[RESOURCE.USER_TIME] = busy();
        out[RESOURCE.MAX_RSS] = Math.ceil(rt.memory.peak / 1024);
        for (const index of RESOURCE.UNKNOWN) out[index] = Number.NaN;
      },
      // What Node says where there is no limit or none is known.
      constrainedMemory: () => 0,
      availableMemory: () => ((rt.native.navigator as unknown as { deviceMemory?: number }).deviceMemory ?? 4) * 2 ** 30,
      cpuUsage(out: Float64Array) {
        out[0] = busy();
        out[1] = 0;
      },
      threadCpuUsage(out: Float64Array) {
        out[0] = busy();
        out[1] = 0;
      },
      _getActiveRequests: () => [...rt.active.requests.keys()],
      // The object the library made the handle for (a Server, a Socket), where it names one.
      _getActiveHandles: () => [...rt.active.handles].filter((handle) => handle.isReferenced).map(({ object }) => (object as Internal)[rt.symbols.owner_symbol!] ?? object),
      getActiveResourcesInfo: () => [...rt.active.names(), ...rt.loop.activeResources()],
      _kill(pid: number, signal: number) {
        // A signal to itself that nobody here listens for most likely ends the process, which says what it counted before (node_process_methods.cc).
        const own = pid === 0 || pid === -1 || Math.abs(pid) === rt.start!.pid;
        if (own && signal > 0 && !Object.entries(SIG).some(([name, number]) => number === signal && rt.process.listenerCount(`SIG${name}`) > 0)) writeCoverage(rt);
        try {
          rt.sys.kill(pid, signal);
          return 0;
        } catch (e) {
          if (e instanceof SysError) return -e.errno;
          throw e;
        }
      },
      dlopen(_module: unknown, file?: unknown) {
        if (file === undefined) throw Object.assign(new TypeError('process.dlopen needs at least 2 arguments'), { code: 'ERR_MISSING_ARGS' });
        if (optionsOf(rt).values.get('--addons') === false) throw Object.assign(new Error('Cannot load native addon because loading addons is disabled.'), { code: 'ERR_DLOPEN_DISABLED' });
        // The code that libraries with a fallback look for.
        throw Object.assign(new Error(`${String(file)}: native addons cannot be loaded in this sandbox`), { code: 'ERR_DLOPEN_FAILED' });
      },
      execve(file: string, args: string[], envPairs: string[]) {
        rt.permission?.demand('ChildProcess', file);
        // As after execve(2) in Node: its own descriptors are closed on the way, the standard ones are not.
        const fds = [0, 1, 2].map((fd) => {
          try {
            rt.sys.fstat(fd);
            return fd;
          } catch {
            return -1;
          }
        });
        let code = '';
        try {
          return rt.sys.exec({ file, args, env: environment(envPairs), fds });
        } catch (error) {
          if (!(error instanceof SysError)) throw error;
          code = error.code;
        }
        // Node prints where it happened and ends: the process is not what it was any more.
        rt.writeError(`process.execve failed with error code ${code}\n`);
        return abort();
      },
      abort,
      causeSegfault() {
        rt.sys.kill(rt.start!.pid, SIG.SEGV);
        rt.exit(139);
      },
      reallyExit: function reallyExit(code: number) {
        if (optionsOf(rt).values.get('--trace-exit') === true) traceExit(rt, code, reallyExit);
        rt.exit(code);
      },
      // Ends an inspector; none is ever open.
      _debugEnd() {},
      _rawDebug: (text: string) => rt.writeError(`${text}\n`),
      loadEnvFile(path = '.env') {
        rt.permission?.demand('FileSystemRead', path);
        const text = call('open', path, () => new rt.native.TextDecoder().decode(rt.sys.readFile(path)));
        const { env } = rt.process;
        for (const [name, value] of Object.entries(parseEnv(text))) if (env[name] === undefined) env[name] = value;
      },
      setEmitWarningSync(fn: Function) {
        rt.callbacks.emitWarningSync = fn;
      },
      patchProcessObject(process: Internal) {
        const start = rt.start!;
        const { execArgv, rest, values } = optionsOf(rt);
        titleOf(rt, process, values.get('--title') as string | undefined);
        process.argv = [start.argv[0] ?? 'node', ...rest];
        process.execArgv = execArgv;
        Object.defineProperty(process, 'versions', { value: Object.freeze(Object.defineProperty({ ...process.versions }, 'webcontainer', { value: CLIENT_VERSION })), enumerable: true, configurable: false, writable: false });
        process.pid = start.pid;
        Object.defineProperty(process, 'ppid', { get: () => start.ppid, configurable: true, enumerable: true });
        process.execPath = start.execPath;
        let debugPort = (values.get('--inspect-port') as { port: number }).port;
        Object.defineProperty(process, 'debugPort', { get: () => debugPort, set: (value: unknown) => {
          debugPort = Number(value);
        }, configurable: true, enumerable: true });
      },
    });
  },
};
