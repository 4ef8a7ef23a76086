/** Which flags a worker thread may have of its own: those that concern one environment, not the process. */
import { type OptionTable, parseOptions, TYPE } from './parse.ts';

/** Options of the whole process: the binary's table does not tell them apart, its answers to each do. */
const PROCESS_ONLY = new Set([
  '--run', '--experimental-sea-config', '--node-memory-debug', '--prof', '--openssl-shared-config', '--help', '--security-revert', '--disable-proto', '--trace-sigint', '--zero-fill-buffers',
  '--openssl-legacy-provider', '--v8-pool-size', '--force-fips', '--trace-event-file-pattern', '--secure-heap-min', '--trace-event-categories', '--v8-options', '--report-compact',
  '--debug-arraybuffer-allocations', '--enable-fips', '--report-on-fatalerror', '--openssl-config', '--report-filename', '--tls-cipher-list', '--use-openssl-ca', '--use-bundled-ca',
  '--use-largepages', '--node-snapshot', '--icu-data-dir', '--completion-bash', '--secure-heap', '--report-dir', '--version', '--harmony-shadow-realm', '--disable-wasm-trap-handler',
  '--snapshot-blob', '--title',
]);
/** Of the engine: accepted from the environment only, which the first thread has read. */
const ENGINE = new Set(['--stack-trace-limit', '--abort-on-uncaught-exception', '--disallow-code-generation-from-strings']);

/** What Node finds wrong with flags given as `execArgv` (`args`) or in NODE_OPTIONS (`env`). Empty when all is well. */
export function threadFlagErrors(table: OptionTable, from: 'args', flags: readonly string[]): string[];
export function threadFlagErrors(table: OptionTable, from: 'env', flags: string | undefined): string[];
export function threadFlagErrors(table: OptionTable, from: 'args' | 'env', flags: readonly string[] | string | undefined): string[] {
  const types = new Map(table.options.map(([name, type]) => [name, type]));
  const aliases = new Map(table.aliases);
  const nameOf = (flag: string): string => {
    const name = flag.split('=', 1)[0]!;
    const alias = aliases.get(name)?.[0];
    return alias === undefined ? name : alias.split('=', 1)[0]!;
  };
  if (from === 'args') {
    const list = flags as readonly string[];
    const refused = list.filter((flag) => PROCESS_ONLY.has(nameOf(flag)) || ENGINE.has(nameOf(flag)) || types.get(nameOf(flag)) === TYPE.V8);
    const { errors, engine } = parseOptions(table, list.filter((flag) => !refused.includes(flag)), undefined);
    // Unknown ones are listed as they are; other mistakes have their own sentence, and come alone.
    return errors.length > 0 ? errors : [...refused, ...engine.flat()];
  }
  const text = flags as string | undefined;
  const { errors } = parseOptions(table, [], text);
  if (errors.length > 0) return errors;
  return (text?.split(' ') ?? []).filter((flag) => PROCESS_ONLY.has(nameOf(flag)))
    .map((flag) => `${nameOf(flag)}${types.get(nameOf(flag)) === TYPE.BOOLEAN ? '' : '='} is not allowed in NODE_OPTIONS`);
}
