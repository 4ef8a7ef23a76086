/** internalBinding('process_methods'). */
import { SysError } from '../../abi/errno.ts';
import { SIG } from '../../abi/constants.ts';
import type { CoreRuntime } from '../core.ts';
import type { Binding, Internal } from '../runtime.ts';
import { parseEnv } from '../parse-env.ts';
import { optionsOf } from './options.ts';

/** What Chromium tells of the JavaScript heap, in bytes; measured for the whole renderer, so an upper bound for one process. */
function heap(rt: CoreRuntime): { used: number; total: number } {
  const memory = (rt.native.performance as unknown as { memory?: { usedJSHeapSize: number; totalJSHeapSize: number } }).memory;
  return { used: memory?.usedJSHeapSize ?? 0, total: memory?.totalJSHeapSize ?? 0 };
}

export const processMethodsBinding: Binding = {
  name: 'process_methods',
  create(rt: CoreRuntime, shape) {
    const { performance } = rt.native;
    const bootedAt = performance.now();
    const words = new Uint32Array(3 + 1);
    const buffer = new Uint32Array(words.buffer, 0, 3);
    const nanoseconds = new BigUint64Array(words.buffer, 0, 1);
    /** Running since the process started; waiting counts too, as nobody measures a worker's own time in a page. */
    const elapsed = (): number => performance.now() - bootedAt;
    const call = <T>(syscall: string, path: string | undefined, fn: () => T): T => {
      try {
        return fn();
      } catch (e) {
        if (e instanceof SysError) return rt.throwErrno(e.errno, syscall, path);
        throw e;
      }
    };
    return Object.assign(shape, {
      hrtimeBuffer: buffer,
      hrtime() {
        const ms = performance.timeOrigin + performance.now();
        const seconds = Math.floor(ms / 1000);
        buffer[0] = Math.floor(seconds / 0x100000000);
        buffer[1] = seconds >>> 0;
        buffer[2] = Math.floor((ms - seconds * 1000) * 1e6);
      },
      hrtimeBigInt() {
        const ms = performance.timeOrigin + performance.now();
        const whole = Math.floor(ms);
        nanoseconds[0] = BigInt(whole) * 1_000_000n + BigInt(Math.floor((ms - whole) * 1e6));
      },
      uptime: () => elapsed() / 1000,
      cwd: () => call('uv_cwd', undefined, () => rt.sys.getcwd()),
      chdir(path: string) {
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
        const { used, total } = heap(rt);
        out[0] = total;
        out[1] = total;
        out[2] = used;
        out[3] = 0;
        out[4] = 0;
      },
      rss: () => heap(rt).total,
      constrainedMemory: () => 0,
      availableMemory: () => ((rt.native.navigator as unknown as { deviceMemory?: number }).deviceMemory ?? 4) * 2 ** 30,
      cpuUsage(out: Float64Array) {
        out[0] = Math.round(elapsed() * 1000);
        out[1] = 0;
      },
      threadCpuUsage(out: Float64Array) {
        out[0] = Math.round(elapsed() * 1000);
        out[1] = 0;
      },
      resourceUsage(out: Float64Array) {
        out.fill(0);
        out[0] = Math.round(elapsed() * 1000);
        out[2] = Math.round(heap(rt).total / 1024);
      },
      _getActiveRequests: () => [],
      _getActiveHandles: () => [],
      getActiveResourcesInfo: () => rt.loop.activeResources(),
      _kill(pid: number, signal: number) {
        try {
          rt.sys.kill(pid, signal);
          return 0;
        } catch (e) {
          if (e instanceof SysError) return -e.errno;
          throw e;
        }
      },
      abort() {
        rt.loop.stop();
        rt.sys.sigaction(SIG.ABRT, 0);
        rt.sys.kill(rt.start!.pid, SIG.ABRT);
        rt.exit(134);
      },
      causeSegfault() {
        rt.sys.kill(rt.start!.pid, SIG.SEGV);
        rt.exit(139);
      },
      reallyExit: (code: number) => rt.exit(code),
      _rawDebug: (text: string) => rt.writeError(`${text}\n`),
      loadEnvFile(path: string) {
        const text = call('open', path, () => new rt.native.TextDecoder().decode(rt.sys.readFile(path)));
        const { env } = rt.process;
        for (const [name, value] of Object.entries(parseEnv(text))) if (env[name] === undefined) env[name] = value;
      },
      setEmitWarningSync(fn: Function) {
        rt.callbacks.emitWarningSync = fn;
      },
      patchProcessObject(process: Internal) {
        const start = rt.start!;
        const { execArgv, rest } = optionsOf(rt);
        let title = start.argv[0] ?? 'node';
        Object.defineProperty(process, 'title', { get: () => title, set: (value: unknown) => {
          title = String(value);
        }, configurable: true, enumerable: true });
        process.argv = [start.argv[0] ?? 'node', ...rest];
        process.execArgv = execArgv;
        Object.defineProperty(process, 'versions', { value: Object.freeze({ ...process.versions }), enumerable: true, configurable: false, writable: false });
        process.pid = start.pid;
        Object.defineProperty(process, 'ppid', { get: () => start.ppid, configurable: true, enumerable: true });
        process.execPath = start.execPath;
        let debugPort = 9229;
        Object.defineProperty(process, 'debugPort', { get: () => debugPort, set: (value: unknown) => {
          debugPort = Number(value);
        }, configurable: true, enumerable: true });
      },
    });
  },
};
