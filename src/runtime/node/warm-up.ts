/** Work done while the worker waits in the pool, so that a process starts with a warm library. */
import type { CoreRuntime } from './core.ts';

/** Modules that nearly every program loads after its start; none of them reads arguments, environment or working directory. */
const MODULES = [
  'internal/process/pre_execution', 'internal/modules/run_main', 'internal/modules/cjs/loader', 'internal/modules/helpers', 'internal/modules/package_json_reader',
  'internal/console/global', 'internal/util/inspect', 'internal/url', 'internal/dns/utils', 'internal/navigator', 'internal/process/permission',
  'internal/source_map/source_map_cache', 'internal/vm', 'fs', 'path', 'stream', 'internal/tty', 'internal/fs/sync_write_stream',
  'internal/modules/esm/loader', 'internal/modules/esm/resolve', 'internal/modules/esm/load', 'internal/modules/esm/get_format', 'internal/modules/esm/translators',
  'internal/modules/esm/module_job', 'internal/modules/esm/module_map', 'internal/modules/esm/utils', 'internal/process/execution', 'internal/modules/typescript', 'internal/deps/acorn/acorn/dist/acorn',
];

export function warmUp(rt: CoreRuntime): void {
  for (const id of MODULES) {
    try {
      rt.requireBuiltin(id);
    } catch (error) {
      // A module that cannot load yet fails again, visibly, when a program asks for it.
      if ((error as { code?: string }).code !== 'ERR_TABLOOM_NOT_AVAILABLE') throw error;
    }
  }
}
