/** Boots Node's library in this worker: everything that needs neither arguments, environment nor working directory. */
import type { Sys } from '../abi/syscalls.ts';
import { SysError } from '../abi/errno.ts';
import { Active } from './active.ts';
import { createAsyncState } from './async-state.ts';
import { bindings } from './bindings/index.ts';
import { writeCoverage } from './bindings/profiler.ts';
import { RARE_BINDINGS } from './bindings/rare-names.ts';
import { ENCODINGS, encodeString } from './buffer/encodings.ts';
import { makeCallbacks } from './callbacks.ts';
import { type CoreRuntime, TickState } from './core.ts';
import { triggerUncaught } from './fatal.ts';
import { fetchAsset } from './fetch-asset.ts';
import { keepNativeGlobals, trimGlobals } from './globals.ts';
import { EventLoop } from './loop.ts';
import { MemoryLedger } from './memory.ts';
import { createNatives } from './natives.ts';
import { hidePrivateSymbols } from './private-symbols.ts';
import { watchPromises } from './promise-state.ts';
import { createProxies } from './proxies.ts';
import type { Binding, Internal } from './runtime.ts';
import { loadRareBindings } from './shared-modules.ts';
import { createStackTraces } from './stack-trace.ts';
import { resetTtyModes } from './streams/tty.ts';
import { rebuild } from './stubs.ts';
import { originalPlace } from './vm/scripts.ts';
import { trackWebAssembly } from './web-assembly.ts';
import shapes from '../../build/node-shapes.json' with { type: 'json' };

const BOOTSTRAP = ['internal/bootstrap/node', 'internal/bootstrap/web/exposed-wildcard', 'internal/bootstrap/web/exposed-window-or-worker'];
const FIRST_THREAD = ['internal/bootstrap/switches/is_main_thread', 'internal/bootstrap/switches/does_own_process_state'];
const OTHER_THREAD = ['internal/bootstrap/switches/is_not_main_thread', 'internal/bootstrap/switches/does_not_own_process_state'];

/** Its name is `NODE_RARE_ASSET` of the frames. */
const RARE_PART = 'node-rare.js';

/** What `executionAsyncId()` says in the main script. */
const MAIN_ASYNC_ID = 1;

export interface BootOptions {
  /** This is a further thread of a process. */
  thread: boolean;
  postNatives(items: readonly unknown[]): void;
}

export function boot(sys: Sys, { thread, postNatives }: BootOptions): CoreRuntime {
  const native = keepNativeGlobals();
  const natives = createNatives((name) => native.importScripts!(rt.asset(name)));
  // Before the library keeps its own copies of the engine's functions.
  const async = createAsyncState();
  const promises = watchPromises();
  promises.followed = async.awaits.followed;
  const proxies = createProxies();
  const stacks = createStackTraces();
  const loop = new EventLoop(native, sys);
  const ticks = new TickState(() => loop.wake());
  const cache: Record<string, Internal> = Object.create(null);
  const primordials: Internal = {};
  const processObject = makeProcessObject();

  let rare: ReadonlyMap<string, Binding> | undefined;
  const getBinding = (name: string): Internal => {
    if (cache[name] !== undefined) return cache[name];
    const shape = (shapes as Record<string, unknown>)[name];
    const binding = bindings.get(name) ?? (RARE_BINDINGS.includes(name) ? (rare ??= loadRareBindings(() => native.importScripts!(rt.asset(RARE_PART)))).get(name) : undefined);
    if (shape === undefined && binding === undefined) throw new Error(`No such binding: ${name}`);
    const rebuilt = rebuild(shape ?? {}, name);
    return cache[name] = binding === undefined ? rebuilt : binding.create(rt, rebuilt) ?? rebuilt;
  };
  const privateSymbols: { [name: string]: symbol } = rebuild(shapes.util.privateSymbols, 'util.privateSymbols');
  const symbols: { [name: string]: symbol } = rebuild(shapes.symbols, 'symbols');
  cache.symbols = symbols;

  const rt: CoreRuntime = {
    sys, loop, active: new Active(), memory: new MemoryLedger(() => natives.size()), natives, promises, proxies, stacks, async, ticks, privateSymbols, symbols, native, primordials, shapes,
    start: undefined,
    process: processObject,
    callbacks: {},
    threads: { postNatives, onPort() {}, onNatives() {}, onLock() {}, shareEnvironment() {}, adopt: () => undefined, several() {}, ended: new Map() },
    isThread: thread,
    domException: undefined,
    perContext: undefined,
    onStart: [],
    errorMap: new Map(shapes.__errmap as [number, [string, string]][]),
    encode: (text, encoding) => encodeString(text, typeof encoding === 'number' ? ENCODINGS[encoding]! : encoding),
    bufferPrototype: undefined,
    sources: new Map(),
    moduleNamespaces: new WeakSet(),
    internalBinding: getBinding,
    requireBuiltin: () => {
      throw new Error('the library is not booted yet');
    },
    exit(code) {
      writeCoverage(rt);
      loop.stop();
      if (thread) sys.threadExit(code | 0);
      resetTtyModes(rt);
      sys.exit(code & 0xff);
      // The kernel ends the worker; should the call ever return, nothing may run on.
      native.close();
      throw new SysError(0, 'exit');
    },
    writeError(text) {
      try {
        sys.write(2, new native.TextEncoder().encode(text), -1);
      } catch {
        // Standard error may be closed: Node ignores that as well.
      }
    },
    // The kernel answers a thread from the beginning.
    asset: (name) => fetchAsset(sys, name, thread || rt.start !== undefined),
    promiseState: (promise) => promises.get(promise),
    fatal: (error) => triggerUncaught(rt, error, false),
    ...makeCallbacks(() => rt),
  };

  const run = (id: string, ...args: unknown[]): unknown => natives.compile(id)(...args);
  async.awaits.disguise(() => run('internal/per_context/primordials', {}, primordials, privateSymbols, symbols));
  hidePrivateSymbols(privateSymbols);
  proxies.install();
  const perContext: Internal = {};
  run('internal/per_context/domexception', perContext, primordials, privateSymbols, symbols);
  rt.domException = perContext.DOMException;
  run('internal/per_context/messageport', perContext, primordials, privateSymbols, symbols);
  rt.perContext = perContext;

  processObject.version = shapes.__process.version;
  processObject.versions = shapes.__process.versions;
  processObject.arch = 'x64';
  processObject.platform = 'linux';
  const { version } = processObject;
  const archive = `https://nodejs.org/download/release/${version}/node-${version}`;
  processObject.release = { ...shapes.__process.release, sourceUrl: `${archive}.tar.gz`, headersUrl: `${archive}-headers.tar.gz` };
  // The order of properties shows (in inspection, in errors of structuredClone): this one comes before the library's.
  processObject._rawDebug = undefined;
  processObject[privateSymbols.exit_info_private_symbol] = new Int32Array(3);
  run('internal/bootstrap/realm', processObject, (name: string) => {
    throw new Error(`No such binding: ${name}`);
  }, getBinding, primordials);
  stacks.install(() => rt.callbacks.prepareStackTrace);
  for (const id of [...BOOTSTRAP, ...(thread ? OTHER_THREAD : FIRST_THREAD)]) run(id, processObject, rt.requireBuiltin, rt.internalBinding, primordials);

  const onError = (event: ErrorEvent): void => {
    event.preventDefault();
    // What a binding throws has no place of its own: its caller in the library is shown, as for errors thrown by C++.
    const own = event.filename === '' || event.filename.startsWith('blob:');
    const place = own ? undefined : originalPlace(event.filename, event.lineno, event.colno) ?? { file: event.filename, line: event.lineno, column: event.colno };
    const { threw } = ticks;
    ticks.threw = false;
    triggerUncaught(rt, event.error, false, place, threw);
    loop.wake();
  };
  native.addEventListener('error', onError);
  keepConsoleExtras(native.console);
  trackWebAssembly(rt);
  // The library deletes EventSource when the process starts without its flag.
  // The library gives each program its own `navigator`, unless that is turned off: then the browser's must not be there either.
  trimGlobals([...shapes.__globals.filter((name: string) => name !== 'navigator'), 'EventSource'], native.EventTarget);
  return rt;
}

/** `process` before the library fills it: its prototype's constructor is called `process`, as in Node. */
function makeProcessObject(): Internal {
  const prototype: Internal = Object.create(Object.prototype);
  // Not a method: `process instanceof process.constructor`.
  const named = function (): void {};
  Object.defineProperty(named, 'name', { value: 'process', configurable: true });
  named.prototype = prototype;
  Object.defineProperty(prototype, 'constructor', { value: named, configurable: true, writable: true, enumerable: false });
  return Object.create(prototype);
}

/** Methods of the engine's console that the library's own does not replace. */
function keepConsoleExtras(engine: Console): void {
  const target = globalThis.console as Internal;
  for (const name of ['profile', 'profileEnd', 'timeStamp', 'context', 'createTask']) {
    const method = (engine as Internal)[name];
    if (typeof method === 'function' && !(name in target)) target[name] = method;
  }
}

/** Runs the main script that the arguments ask for, and starts the loop. */
export function runMain(rt: CoreRuntime, main: string): void {
  const compiled = rt.natives.compile(main);
  try {
    rt.makeCallback(() => {
      rt.async.push(MAIN_ASYNC_ID, 0, {});
      compiled(rt.process, rt.requireBuiltin, rt.internalBinding, rt.primordials);
      rt.async.pop(MAIN_ASYNC_ID);
      rt.async.base = rt.async.frame;
    }, undefined);
  } finally {
    rt.loop.start();
  }
}
