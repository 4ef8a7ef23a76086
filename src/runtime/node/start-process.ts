/** A waiting worker becomes a process: environment, options, the main script. */
import { O } from '../abi/constants.ts';
import { runMain } from './boot.ts';
import { INSPECTOR_REASON } from './bindings/inspector.ts';
import { optionsOf, tableOf } from './bindings/options.ts';
import { readConfigFile } from './config-file.ts';
import type { CoreRuntime } from './core.ts';
import { readEnvFiles } from './env-files.ts';
import { makeEnvironment } from './environment.ts';
import { bashCompletion } from './options/completion.ts';
import { judgeEngineFlags, listEngineFlags } from './options/engine-flags.ts';
import { setTimeZone } from './time-zone.ts';

const BAD_ARGUMENT = 9;

/** Which of the library's main scripts runs: the choice of Node's StartExecution. */
function mainScript(rt: CoreRuntime): string {
  const { values, rest } = optionsOf(rt);
  const on = (name: string): boolean => values.get(name) === true;
  const first = rest[0];
  if (first === 'inspect') return 'internal/main/inspect';
  if (on('--help')) return 'internal/main/print_help';
  if (on('--prof-process')) return 'internal/main/prof_process';
  if (on('[has_eval_string]') && !on('--interactive')) return 'internal/main/eval_string';
  if (on('--check') && !on('--interactive')) return 'internal/main/check_syntax';
  if (on('--test')) return 'internal/main/test_runner';
  if (on('--watch') && !on('--interactive')) return 'internal/main/watch_mode';
  if (first && first !== '-') return 'internal/main/run_main_module';
  if (on('--interactive') || rt.sys.isatty(0)) return 'internal/main/repl';
  return 'internal/main/eval_stdin';
}

export function startProcess(rt: CoreRuntime): void {
  const start = rt.start!;
  const endIfBad = (sentences: readonly string[]): void => {
    if (sentences.length === 0) return;
    for (const sentence of sentences) rt.writeError(`${start.argv[0] ?? 'node'}: ${sentence}\n`);
    rt.exit(BAD_ARGUMENT);
  };
  if (isBuildTool(start)) start.argv[1] = BUILD_TOOL;
  openStandardStreams(rt);
  const badConfig = readConfigFile(rt);
  endIfBad([...readEnvFiles(rt), ...badConfig]);
  for (const fn of rt.onStart) fn();
  const { values, errors, rest, engine } = optionsOf(rt);
  endIfBad(errors);
  const judged = engine.map((given) => (given.length === 0 ? undefined : judgeEngineFlags(rt.shapes.__engineFlags, given)));
  for (const verdict of judged) {
    rt.writeError(verdict?.printed ?? '');
    endIfBad(verdict?.bad.map((option) => `bad option: ${option}`) ?? []);
  }
  // What would let a program show less than it was to show, if it were ignored.
  const noticed = judged.flatMap((verdict) => verdict?.noticed ?? []);
  if (values.get('--experimental-shadow-realm') === true) noticed.push('--experimental-shadow-realm');
  endIfBad(noticed.map((flag) => `${flag} is not available in this sandbox: the engine is the browser's, which takes no such switch from a page, and the program would run as if it were not there`));
  const print = (text: string): never => {
    rt.sys.write(1, new rt.native.TextEncoder().encode(text), -1);
    return rt.exit(0);
  };
  if (values.get('--version') === true) print(`${rt.process.version}\n`);
  if (values.get('--completion-bash') === true) print(bashCompletion(tableOf(rt)));
  if (values.get('--v8-options') === true) print(listEngineFlags(rt.shapes.__engineFlags));
  const script = values.get('--run');
  if (typeof script === 'string' && script !== '') rt.internalBinding('seldom').runScript(script, rest);
  rt.process.env = makeEnvironment(rt, start.env);
  if (start.env.TZ !== undefined) setTimeZone(rt, start.env.TZ);
  const fips = ['--enable-fips', '--force-fips'].find((flag) => values.get(flag) === true);
  if (fips !== undefined) {
    rt.writeError(`${start.argv[0] ?? 'node'}: ${fips} requires an active OpenSSL provider named "fips". FIPS mode is configured through OpenSSL; see https://nodejs.org/api/crypto.html#fips-mode\n`);
    rt.exit(1);
  }
  if (values.get('--trace-sigint') === true) {
    // The program runs all the same: it is not what it was to do that is missing.
    rt.writeError('--trace-sigint has no effect in this sandbox: a page cannot look where an interrupted program is\n');
    values.set('--trace-sigint', false);
  }
  if (values.get('--inspect') === true) noInspector(rt, values.get('--inspect-port') as { host: string; port: number });
  holdToFlags(rt);
  runMain(rt, mainScript(rt));
}

/** npm's, which leaves native add-ons out and says so. A package's script gets it too where the package brings a node-gyp of its own (sqlite3): that one ended the installation for want of Python. */
const BUILD_TOOL = '/usr/lib/node_modules/npm/node_modules/node-gyp/bin/node-gyp.js';

const isBuildTool = ({ argv, env }: { argv: readonly string[]; env: { readonly [name: string]: string } }): boolean => /install$/.test(env.npm_lifecycle_event ?? '') && /\/node_modules\/(\.bin\/node-gyp|node-gyp\/bin\/node-gyp\.js)$/.test(argv[1] ?? '');

/** What the flags ask of every thread, before anything of the program's runs in it. */
export function holdToFlags(rt: CoreRuntime): void {
  const { values } = optionsOf(rt);
  (Error as unknown as { stackTraceLimit: number }).stackTraceLimit = values.get('--stack-trace-limit') as number;
  restrictProto(values.get('--disable-proto') as string | undefined);
  // From here on the bindings ask.
  if (values.get('--permission') === true || values.get('--permission-audit') === true) rt.permission = rt.internalBinding('permission_model').start();
}

/** A standard stream that is closed would be the number of the next file opened: it is /dev/null instead (PlatformInit of node.cc). */
function openStandardStreams(rt: CoreRuntime): void {
  // The lowest free number is the next one's.
  rt.start!.closed?.forEach(() => rt.sys.open('/dev/null', O.RDWR, 0));
}

/** The program runs all the same, as where another one has the port (Agent::StartIoThread of inspector_agent.cc). */
function noInspector(rt: CoreRuntime, at: { host: string; port: number }): void {
  rt.writeError(`Starting inspector on ${at.host}:${at.port} failed: not available in this sandbox, ${INSPECTOR_REASON}\n`);
}

/** `--disable-proto` (InitializePrimordials of api/environment.cc). */
function restrictProto(mode: string | undefined): void {
  if (mode === 'delete') Reflect.deleteProperty(Object.prototype, '__proto__');
  if (mode !== 'throw') return;
  const thrower = (): never => {
    throw Object.assign(new Error('Accessing Object.prototype.__proto__ has been disallowed with --disable-proto=throw'), { code: 'ERR_PROTO_ACCESS' });
  };
  Object.defineProperty(Object.prototype, '__proto__', { get: thrower, set: thrower, configurable: true, enumerable: false });
}
