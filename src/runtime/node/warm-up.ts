/** Work done while the worker waits in the pool, so that a process starts with a warm library. */
import { optionsOf, withDefaultOptions } from './bindings/options.ts';
import type { CoreRuntime } from './core.ts';
import { scanModule } from './esm/scan-module.ts';
import { KIND, Tokens } from './source/tokens.ts';
import { rehearse } from './rehearsal.ts';

/** Modules that nearly every program loads after its start; none of them reads arguments, environment or working directory. */
const MODULES = [
  'internal/process/pre_execution', 'internal/modules/run_main', 'internal/modules/cjs/loader', 'internal/modules/helpers', 'internal/modules/package_json_reader',
  'internal/console/global', 'internal/util/inspect', 'internal/url', 'internal/dns/utils', 'internal/navigator', 'internal/process/permission',
  'internal/source_map/source_map_cache', 'internal/vm', 'fs', 'path', 'stream', 'internal/tty', 'internal/fs/sync_write_stream', 'net', 'tty', 'internal/fs/promises', 'internal/fs/streams',
  'internal/fs/dir', 'internal/fs/watchers', 'internal/perf/observe', 'os', 'internal/process/signal',
  'internal/modules/esm/loader', 'internal/modules/esm/resolve', 'internal/modules/esm/load', 'internal/modules/esm/get_format', 'internal/modules/esm/translators',
  'internal/modules/esm/module_job', 'internal/modules/esm/module_map', 'internal/modules/esm/utils', 'internal/process/execution', 'internal/modules/typescript',
  'internal/deps/acorn/acorn/dist/acorn', 'internal/source_map/source_map', 'module', 'internal/vm/module', 'internal/streams/fast-utf8-stream',
];

const FAMILY = '--network-family-autoselection';
const FAMILY_TIMEOUT = '--network-family-autoselection-attempt-timeout';

export function warmUp(rt: CoreRuntime): void {
  withDefaultOptions(rt, () => {
    for (const id of MODULES) {
      try {
        rt.requireBuiltin(id);
      } catch (error) {
        // A module that cannot load yet fails again, visibly, when a program asks for it.
        if ((error as { code?: string }).code !== 'ERR_TABLOOM_NOT_AVAILABLE') throw error;
      }
    }
    exercise(rt);
    rehearse(rt);
  });
  // `net` reads these two when it loads.
  rt.onStart.push(() => {
    const { values } = optionsOf(rt);
    const net = rt.requireBuiltin('net');
    net.setDefaultAutoSelectFamily(values.get(FAMILY));
    if (values.get(FAMILY_TIMEOUT) !== net.getDefaultAutoSelectFamilyAttemptTimeout()) net.setDefaultAutoSelectFamilyAttemptTimeout(values.get(FAMILY_TIMEOUT));
  });
}

/** Reads text as the loaders do. */
function readText(rt: CoreRuntime): void {
  const tokens = new Tokens(rt.natives.source('path'));
  while (tokens.next() !== KIND.END);
  scanModule('import a, { b as c } from "m"; export const x = async () => { await c(a); }; export default class A extends x { static p = import.meta.url; }', () => {
    throw new Error('no tree is needed here');
  });
}

/** Calls what every program calls, so that the engine has compiled it. */
function exercise(rt: CoreRuntime): void {
  const { inspect, formatWithOptions } = rt.requireBuiltin('internal/util/inspect');
  inspect({ a: 1, b: [1, 'x', null], c: new Map([[1, new Set([2])]]), d: new Error('warm').message, e() {} });
  formatWithOptions({}, '%s %d', 'a', 1);
  const { pathToFileURL, fileURLToPath } = rt.requireBuiltin('internal/url');
  fileURLToPath(pathToFileURL('/home/project/index.js').href);
  void new Error('warm').stack;
  readText(rt);
  const acorn = rt.requireBuiltin('internal/deps/acorn/acorn/dist/acorn');
  acorn.parse('import a, { b as c } from "m"; export const x = async () => { await c(a`t${1}`); }; export default class A extends x { static #p = 1; m({ y } = {}, ...z) { for (const q of z) if (q?.r ?? 1) return [...q]; } }', { ecmaVersion: 'latest', sourceType: 'module' });
}
