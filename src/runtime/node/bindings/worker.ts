/** internalBinding('worker'): further threads of this process. Each is one more browser worker, made by the kernel. */
import { SysError } from '../../abi/errno.ts';
import type { CoreRuntime } from '../core.ts';
import { type BaseFlags, payloadOf, type ThreadPayload } from '../messaging/thread-payload.ts';
import { parseOptions } from '../options/parse.ts';
import { threadFlagErrors } from '../options/thread-flags.ts';
import { presets } from '../options/variables.ts';
import { processOrigin } from '../process/origin.ts';
import type { Binding, Internal } from '../runtime.ts';
import { expose } from '../streams/expose.ts';
import { handleClasses } from '../streams/handle-wrap.ts';
import { NotAvailableError } from '../stubs.ts';
import { optionsOf, tableOf } from './options.ts';

/** Young generation, old generation, code range and stack, in MB. */
const DEFAULT_LIMITS = [192, 4096, 0, 4];

export const workerBinding: Binding = {
  name: 'worker',
  create(rt: CoreRuntime, shape) {
    const own = (): ThreadPayload | undefined => (rt.start?.thread === undefined ? undefined : payloadOf(rt.start));
    const base = (): BaseFlags => own()?.base ?? { args: optionsOf(rt).execArgv, env: rt.start!.env.NODE_OPTIONS, preset: presets(rt.start!.env) };
    const limits = new Float64Array(shape.kTotalResourceLimitCount);
    const { AsyncWrap } = handleClasses(rt);
    let envPort: Internal;

    class Worker extends AsyncWrap {
      declare onexit: Internal;
      declare invalidExecArgv: string[] | undefined;
      declare invalidNodeOptions: string[] | undefined;
      readonly messagePort: Internal;
      readonly threadId: number;
      readonly threadName: string;
      #payload: ThreadPayload;
      #env: { [name: string]: string };
      #running = false;
      #referenced = true;
      #gone = false;
      #limits: Float64Array;

      constructor(_url: unknown, env: Internal, execArgv: unknown[] | undefined, resourceLimits: Float64Array, _trackFds: boolean, internal: boolean, name: string) {
        if (!internal) rt.permission?.demand('WorkerThreads');
        super('WORKER');
        // Null means a copy, undefined the very same one (SHARE_ENV).
        const sharesEnv = env === undefined;
        if (sharesEnv) rt.threads.shareEnvironment();
        this.#env = { ...(env ?? rt.process.env) };
        this.#limits = resourceLimits;
        this.threadName = name;
        const ownEnv = env !== null && env !== undefined;
        // What follows two dashes, or a word that is no flag, is nobody's.
        const args: string[] = Array.isArray(execArgv) ? parseOptions(tableOf(rt), execArgv.map(String), undefined).execArgv : [...rt.process.execArgv];
        const flags = ownEnv || Array.isArray(execArgv) ? { args, env: this.#env.NODE_OPTIONS, preset: presets(this.#env) } : base();
        // A copy of what the process itself was started with is taken as it is.
        const envErrors = flags.env === rt.start!.env.NODE_OPTIONS ? [] : threadFlagErrors(tableOf(rt), 'env', flags.env);
        if (envErrors.length > 0) {
          if (ownEnv) this.invalidNodeOptions = envErrors;
          flags.env = undefined;
        }
        const errors = Array.isArray(execArgv) ? threadFlagErrors(tableOf(rt), 'args', args) : [];
        if (errors.length > 0) this.invalidExecArgv = errors;
        this.#payload = { name, internal, sharesEnv, limits: [...resourceLimits], execArgv: args, flags, base: base(), origin: processOrigin(rt) };
        rt.threads.several();
        const [id, port] = rt.sys.threadReserve();
        this.threadId = id;
        rt.internalBinding('messaging');
        this.messagePort = rt.threads.adopt(port);
      }

      startThread(): void {
        const { argv, execPath } = rt.start!;
        try {
          rt.sys.threadStart(this.threadId, { argv: [argv[0] ?? 'node'], execPath, env: this.#env, payload: JSON.stringify(this.#payload) });
        } catch (error) {
          if (!(error instanceof SysError)) throw error;
          throw Object.assign(new Error(`Worker initialization failure: ${error.code}`), { code: 'ERR_WORKER_INIT_FAILED' });
        }
        this.#running = true;
        if (this.#referenced) rt.loop.ref();
        rt.threads.ended.set(this.threadId, (code, error) => {
          rt.threads.ended.delete(this.threadId);
          // A turn later than what it said last: a port that it closed is told of in the closing phase, and natively a thread's end takes longer than that.
          rt.loop.enqueue(() => rt.loop.enqueue(() => this.#ended(code, error)));
        });
      }

      #ended(code: number, error: string | undefined): void {
        this.#running = false;
        if (this.#referenced) rt.loop.unref();
        const reason = error === undefined ? [undefined, undefined] : ['ERR_WORKER_INIT_FAILED', error];
        rt.makeCallback(this.onexit, this, code, ...reason);
        this.#gone = true;
      }

      stopThread(): void {
        if (this.#running) rt.sys.threadTerminate(this.threadId);
      }

      ref(): void {
        if (this.#referenced) return;
        this.#referenced = true;
        if (this.#running) rt.loop.ref();
      }

      unref(): void {
        if (!this.#referenced) return;
        this.#referenced = false;
        if (this.#running) rt.loop.unref();
      }

      hasRef(): boolean | undefined {
        return this.#gone ? undefined : this.#referenced;
      }

      getResourceLimits(): Float64Array {
        return this.#limits;
      }

      // Times of another thread's loop are not known here: the library takes -1 for a loop that has not begun.
      loopStartTime(): number {
        return -1;
      }

      loopIdleTime(): number {
        return 0;
      }

      takeHeapSnapshot(): never {
        throw new NotAvailableError('worker.getHeapSnapshot()', 'a browser gives no snapshots of its heap');
      }

      getHeapStatistics(): never {
        throw new NotAvailableError('worker.getHeapStatistics()', 'a browser does not tell one thread about the heap of another');
      }

      cpuUsage(): never {
        throw new NotAvailableError('worker.cpuUsage()', 'a browser does not tell one thread about the time of another');
      }

      startCpuProfile(): never {
        throw new NotAvailableError('worker.startCpuProfile()', 'a browser profiles in its own tools only');
      }

      startHeapProfile(): never {
        throw new NotAvailableError('worker.startHeapProfile()', 'a browser profiles in its own tools only');
      }
    }
    expose(shape, { Worker });
    if (!rt.isThread) {
      return Object.assign(shape, { isMainThread: true, isInternalThread: false, ownsProcessState: true, threadId: 0, threadName: '', getEnvMessagePort: () => undefined, resourceLimits: limits });
    }
    // Read by the library when its module for workers loads, which is after the start.
    for (const [name, get] of Object.entries({
      threadId: () => rt.start!.thread!.id,
      threadName: () => own()!.name,
      isInternalThread: () => own()!.internal,
      resourceLimits: () => {
        // What Node has where none was given.
        own()!.limits.forEach((limit, i) => (limits[i] = limit > 0 ? limit : DEFAULT_LIMITS[i]!));
        return limits;
      },
    })) Object.defineProperty(shape, name, { get, enumerable: true, configurable: true });
    return Object.assign(shape, {
      isMainThread: false,
      ownsProcessState: false,
      getEnvMessagePort() {
        rt.internalBinding('messaging');
        return envPort ??= rt.threads.adopt(rt.start!.thread!.port);
      },
    });
  },
};
