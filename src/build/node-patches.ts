/**
 * The only changes to Node's library, made at build time. Each text must be found exactly as often as stated: another version of the library
 * fails the build here, instead of misbehaving later.
 */

interface Patch { id: string; find: string; replace: string; times: number; why: string }

const PATCHES: Patch[] = [
  // A page cannot drain microtasks in the middle of a task. Where Node's loop over due timers and immediates would do it, ours returns to the
  // browser: the functions become generators, and each `yield` is one trip through the browser's own loop (src/runtime/node/loop.ts).
  { id: 'internal/timers', find: '  function processImmediate() {', replace: '  function* processImmediate() {', times: 1, why: 'immediates step by step' },
  { id: 'internal/timers', find: '  function processTimers(now) {', replace: '  function* processTimers(now) {', times: 1, why: 'timers step by step' },
  { id: 'internal/timers', find: '  function listOnTimeout(list, now) {', replace: '  function* listOnTimeout(list, now) {', times: 1, why: 'timers step by step' },
  { id: 'internal/timers', find: '        runNextTicks();', replace: '        yield;', times: 3, why: 'ticks and microtasks are drained by the loop' },
  { id: 'internal/timers', find: '      listOnTimeout(list, now);', replace: '      yield* listOnTimeout(list, now);', times: 1, why: 'timers step by step' },
  // The module loaders ask for thousands of paths and files: what is known without a system call, or takes one instead of four. No line or column of a call moves.
  { id: 'fs', find: '  const maybeCachedResult = cache?.get(p);\n', replace: '  const maybeCachedResult = cache === undefined ? undefined : cache.get(p) ?? binding.moduleRealpath(p);\n', times: 1, why: 'resolved paths of modules' },
  { id: 'internal/process/permission', find: '    if (_permission === undefined) {', replace: '    if (!_permission) {', times: 1, why: 'asked for the first time while the process has no command line yet' },
  { id: 'fs', find: '  const isUserFd = isFd(path); // File descriptor ownership\n  const fd = isUserFd ? path : fs.openSync(path, options.flag, 0o666);\n', replace: "  const isUserFd = isFd(path); if (!isUserFd && !hasUserBuffer && !options.encoding && options.flag === 'r' && fs.openSync === openSync) { const whole = binding.readWhole(path); if (whole !== undefined) return whole; }\n  const fd = isUserFd ? path : fs.openSync(path, options.flag, 0o666);\n", times: 1, why: 'whole files in one call' },
  // The engine counts buffers by itself, ours does not tell: figures of memory come from what was made here.
  { id: 'buffer', find: '  return new FastBuffer(size);\n', replace: "  return internalBinding('buffer').counted(new FastBuffer(size));\n", times: 1, why: 'memory figures' },
  // Programs load these and use them at times only: what cannot be done says so when it is asked for.
  { id: 'inspector', find: 'if (!hasInspector)\n  throw new ERR_INSPECTOR_NOT_AVAILABLE();\n', replace: '', times: 1, why: 'inspector loads' },
  { id: 'v8', find: "if (internalBinding('config').hasInspector) {\n  profiler", replace: '{\n  profiler', times: 1, why: 'takeCoverage and stopCoverage are called by programs that measure nothing' },
  { id: 'internal/util', find: 'if (process.features.inspector) {\n    internalBinding', replace: 'if (true) {\n    internalBinding', times: 1, why: 'coverage is counted without an inspector' },
  { id: 'trace_events', find: 'if (!hasTracing || !ownsProcessState)', replace: 'if (!ownsProcessState)', times: 1, why: 'trace_events loads' },
  // What only the engine could tell is said to be unknown; the library has no words for that.
  { id: 'internal/util/inspect', find: "    output = [ctx.stylize('<pending>', 'special')];", replace: "    output = [ctx.stylize(result ?? '<pending>', 'special')];", times: 1, why: 'promises of unknown state' },
  { id: 'internal/util/inspect', find: 'ctx.showHidden ? formatWeakSet : formatWeakCollection', replace: 'formatWeakCollection', times: 1, why: 'items of a WeakSet stay unknown' },
  { id: 'internal/util/inspect', find: 'ctx.showHidden ? formatWeakMap : formatWeakCollection', replace: 'formatWeakCollection', times: 1, why: 'items of a WeakMap stay unknown' },
  { id: 'v8', find: "const promiseHooks = require('internal/promise_hooks');", replace: "const promiseHooks = internalBinding('async_wrap').userPromiseHooks;", times: 1, why: 'v8.promiseHooks name themselves: no hook would ever be called' },
  // Native parts that were not installed because a browser could not load them have builds in WebAssembly (src/runtime/abi/substitutes.ts).
  { id: 'internal/modules/cjs/loader', find: "  const filename = Module._findPath(request, paths, isMain, conditions);\n  if (filename) { return filename; }", replace: "  const filename = Module._findPath(request, paths, isMain, conditions) || internalBinding('modules').substituteFor(request, parent?.filename);\n  if (filename) { return filename; }", times: 1, why: 'WebAssembly builds of native packages' },
  // In the blank line before the `throw`: an uncaught error shows the line that it was thrown in.
  { id: 'internal/modules/package_json_reader', find: '\n\n  throw new ERR_MODULE_NOT_FOUND(packageName, fileURLToPath(base), null);\n', replace: "\n  const build = internalBinding('modules').substituteFor(specifier, fileURLToPath(base)); if (build) return { packageJSONUrl: pathToFileURL(build), packageJSONPath: path.join(build, '../package.json'), packageSubpath: `./${path.basename(build)}` };\n  throw new ERR_MODULE_NOT_FOUND(packageName, fileURLToPath(base), null);\n", times: 1, why: 'WebAssembly builds of native packages, asked for by ES modules' },
  { id: 'internal/modules/cjs/loader', find: '  const message = getRequireStackMessage(request, requireStack);\n\n', replace: "  const message = getRequireStackMessage(request, requireStack) + internalBinding('modules').reasonMissing(request, parent?.filename);\n\n", times: 1, why: 'native parts that are missing say why' },
  // A worker's stack is half of what Node's is: so many arguments at a time do not fit. What comes out is the same.
  { id: 'internal/deps/undici/undici', find: '(2 << 15) - 1', replace: '(2 << 12) - 1', times: 2, why: 'bytes as text in smaller pieces (fetch of a long data: URL never ended)' },
  { id: 'internal/per_context/primordials', find: '0x10000;', replace: '0x4000;', times: 2, why: 'many items pushed in smaller pieces (long lists of performance entries, of what is read)' },
  // A rejection that an `await` takes on later is not seen to be handled; one that `then` takes on is.
  { id: 'internal/streams/duplexify', find: '              await promise;', replace: '              await promise.then();', times: 1, why: 'what an async function of a composed stream throws is its stream\'s error alone' },
  // A private symbol reaches no trap of a proxy; ours is a property, which would.
  { id: 'internal/vm', find: '  return object[contextify_context_private_symbol] !== undefined;', replace: "  return internalBinding('contextify').isContextified(object);", times: 1, why: 'contexts over a proxy' },
  // No hook tells of the promises an `async` suite waits for: its tests find it by a store of its own, from the moment there is such a suite. No line or column of a call moves.
  { id: 'internal/test_runner/test', find: "  reportedType = 'suite';\n  constructor(options) {\n    super(options);\n    if (options.timeout == null) {\n", replace: "  reportedType = 'suite';\n  constructor(options) { const within = require('internal/util/types').isAsyncFunction(options.fn) ? Suite.building ??= new (require('async_hooks').AsyncLocalStorage)() : undefined, outer = within?.getStore(), own = { suite: undefined }; within?.enterWith(own);\n    super(options);\n    own.suite = this; within?.enterWith(outer); if (options.timeout == null) {\n", times: 1, why: 'tests after an await in a suite' },
  { id: 'internal/test_runner/harness', find: 'const parent = testResources.get(executionAsyncId()) || lazyBootstrapRoot();', replace: 'const parent = testResources.get(executionAsyncId()) || Suite.building?.getStore()?.suite || lazyBootstrapRoot();', times: 2, why: 'tests after an await in a suite' },
  { id: 'wasi', find: "emitExperimentalWarning('WASI');", replace: "if (!internalBinding('modules').standsIn()) emitExperimentalWarning('WASI');", times: 1, why: 'no warning of what a program did not choose' },
];

/** Returns the sources with the patches applied. Throws when one does not fit. */
export function patchNodeSources(sources: Record<string, string>): Record<string, string> {
  const out = { ...sources };
  for (const { id, find, replace, times, why } of PATCHES) {
    const parts = out[id]?.split(find) ?? [];
    if (parts.length !== times + 1) throw new Error(`node-patches: '${find.trim()}' occurs ${Math.max(parts.length - 1, 0)} times in ${id} instead of ${times} (${why})`);
    out[id] = parts.join(replace);
  }
  return out;
}
