'use strict';
/**
 * Writes the shapes of Node's internal bindings (constants, class and function names, option table) as JSON. Run with the pinned binary only:
 *   node --expose-internals src/build/dump-shapes.cjs > src/build/node-shapes.json
 * Encoding: primitives as they are; {$n} other numbers, {$u} undefined, {$b} bigint, {$s} symbol, {$f} function, {$c} class, {$t} typed array, {$m} map, {$z} null prototype.
 */
const { execFileSync } = require('node:child_process');
const { internalBinding } = require('internal/test/binding');

const NAMES = [
  'async_context_frame', 'async_wrap', 'blob', 'block_list', 'buffer', 'builtins', 'cares_wrap', 'cjs_lexer', 'config', 'constants', 'contextify',
  'credentials', 'crypto', 'diagnostics_channel', 'encoding_binding', 'errors', 'fs', 'fs_dir', 'fs_event_wrap', 'heap_utils', 'http2', 'http_parser',
  'icu', 'inspector', 'ipc_serdes', 'js_stream', 'js_udp_wrap', 'locks', 'messaging', 'mksnapshot', 'module_wrap', 'modules', 'options', 'os', 'performance',
  'permission', 'pipe_wrap', 'process_methods', 'process_wrap', 'profiler', 'report', 'sea', 'serdes', 'signal_wrap', 'spawn_sync', 'sqlite', 'stream_pipe',
  'stream_wrap', 'string_decoder', 'symbols', 'task_queue', 'tcp_wrap', 'timers', 'tls_wrap', 'trace_events', 'tty_wrap', 'types', 'udp_wrap', 'url',
  'url_pattern', 'util', 'uv', 'v8', 'wasi', 'wasm_web_api', 'watchdog', 'webstorage', 'worker', 'zlib',
];
/** Values that belong to the machine the dump is made on, or that are kept under a name of their own below. */
const SKIP = new Set(['builtins.builtinIds', 'builtins.builtinCategories', 'builtins.natives', 'http2.nameForErrorCode', 'messaging.MessageChannel.prototype']);

const isClass = (f) => f.prototype && (Object.getOwnPropertyNames(f.prototype).length > 1 || Object.getPrototypeOf(f.prototype) !== Object.prototype || /^[A-Z]/.test(f.name));

function members(prototype) {
  const names = {};
  for (let p = prototype; p && p !== Object.prototype; p = Object.getPrototypeOf(p)) {
    for (const name of Object.getOwnPropertyNames(p)) {
      if (name === 'constructor' || name in names) continue;
      const d = Object.getOwnPropertyDescriptor(p, name);
      names[name] = d.get || d.set ? 'get' : typeof d.value === 'function' ? 'fn' : 'value';
    }
  }
  const list = { fn: [], get: [] };
  for (const name in names) list[names[name]]?.push(name);
  return list;
}

function encode(value, path, seen) {
  switch (typeof value) {
    case 'number': return Number.isFinite(value) && !Object.is(value, -0) ? value : { $n: String(value) };
    case 'undefined': return { $u: 1 };
    case 'bigint': return { $b: String(value) };
    case 'symbol': return { $s: value.description };
    case 'string': case 'boolean': return value;
  }
  if (value === null) return null;
  if (seen.has(value)) return { $u: 1 };
  seen.add(value);
  if (typeof value === 'function') {
    const out = { [isClass(value) ? '$c' : '$f']: value.name };
    if (out.$c !== undefined) Object.assign(out, members(value.prototype));
    const statics = {};
    for (const name of Object.getOwnPropertyNames(value)) {
      if (['length', 'name', 'prototype', 'arguments', 'caller'].includes(name)) continue;
      statics[name] = encode(value[name], `${path}.${name}`, seen);
    }
    if (Object.keys(statics).length) out.st = statics;
    return out;
  }
  if (ArrayBuffer.isView(value)) return { $t: value.constructor.name, n: value.length };
  if (value instanceof Map) return { $m: [...value].map(([k, v]) => [encode(k, path, seen), encode(v, path, seen)]) };
  if (Array.isArray(value)) return value.map((v, i) => encode(v, `${path}[${i}]`, seen));
  const out = {};
  if (Object.getPrototypeOf(value) === null) out.$z = 1;
  for (const name of Object.getOwnPropertyNames(value)) {
    const at = `${path}.${name}`;
    if (SKIP.has(at)) continue;
    try {
      out[name] = encode(value[name], at, seen);
    } catch {
      // A getter that needs a context of its own: what the binding's file does not supply stays absent.
    }
  }
  return out;
}

const out = {};
for (const name of NAMES) {
  let binding;
  try {
    binding = internalBinding(name);
  } catch (e) {
    process.stderr.write(`${name}: ${e.message}\n`);
    continue;
  }
  out[name] = encode(binding, name, new Set());
}

const { builtinIds, builtinCategories } = internalBinding('builtins');
const options = internalBinding('options');
const info = options.getCLIOptionsInfo();
const values = options.getCLIOptionsValues();
const defaults = {};
for (const [name, { type }] of info.options) {
  // A boolean's default is in its row; `--expose-internals` is on for the dump only.
  if (type !== options.types.kBoolean && values[name] !== undefined) defaults[name] = encode(values[name], name, new Set());
}
out.__optinfo = {
  options: [...info.options].map(([name, o]) => [name, o.type, o.envVarSettings, o.type === options.types.kBoolean && name !== '--expose-internals' && values[name] ? 1 : 0, o.helpText, o.defaultIsTrue ? 1 : 0]),
  aliases: [...info.aliases],
  defaults,
};
// Names of the engine's flags by their type, as `--v8-options` lists them.
const flags = {};
for (const [, name, type] of execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' }).matchAll(/^  --(\S+) \(.*(?:\n(?!        type:).*)*\n {8}type: (\w+)/gm)) (flags[type] ??= []).push(name);
out.__engineFlags = Object.fromEntries(Object.entries(flags).map(([type, names]) => [type, names.join(' ')]));
out.__embedder = options.getEmbedderOptions();
out.__errmap = [...internalBinding('uv').getErrorMap()];
out.__process = {
  version: process.version, versions: process.versions, release: { name: process.release.name, lts: process.release.lts },
};
out.__builtins = { ids: builtinIds, categories: builtinCategories };
out.__globals = Object.getOwnPropertyNames(globalThis);
delete out.uv.getErrorMap;
process.stdout.write(JSON.stringify(out));
