/** A waiting worker becomes a process: environment, options, the main script. */
import { runMain } from './boot.ts';
import { INSPECTOR_REASON } from './bindings/inspector.ts';
import { optionsOf } from './bindings/options.ts';
import type { CoreRuntime } from './core.ts';
import { readEnvFiles } from './env-files.ts';
import { makeEnvironment } from './environment.ts';
import { runScript } from './run-script.ts';
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
  if (first !== undefined && first !== '-') return 'internal/main/run_main_module';
  if (on('--interactive') || rt.sys.isatty(0)) return 'internal/main/repl';
  return 'internal/main/eval_stdin';
}

export function startProcess(rt: CoreRuntime): void {
  const start = rt.start!;
  const badFile = readEnvFiles(rt);
  if (badFile !== undefined) {
    rt.writeError(`${start.argv[0] ?? 'node'}: ${badFile}\n`);
    rt.exit(BAD_ARGUMENT);
  }
  for (const fn of rt.onStart) fn();
  const { values, errors, rest, engine } = optionsOf(rt);
  if (errors.length > 0) {
    for (const error of errors) rt.writeError(`${start.argv[0] ?? 'node'}: ${error}\n`);
    rt.exit(BAD_ARGUMENT);
  }
  const refused = refusal(values.get('--permission') === true, engine);
  if (refused !== undefined) {
    rt.writeError(`${start.argv[0] ?? 'node'}: ${refused}\n`);
    rt.exit(BAD_ARGUMENT);
  }
  const print = (text: string): never => {
    rt.sys.write(1, new rt.native.TextEncoder().encode(text), -1);
    return rt.exit(0);
  };
  if (values.get('--version') === true) print(`${rt.process.version}\n`);
  const script = values.get('--run');
  if (typeof script === 'string' && script !== '') runScript(rt, script, rest);
  rt.process.env = makeEnvironment(rt, start.env);
  if (start.env.TZ !== undefined) setTimeZone(rt, start.env.TZ);
  if (values.get('--inspect') === true) noInspector(rt, values.get('--inspect-port') as { host: string; port: number });
  (Error as unknown as { stackTraceLimit: number }).stackTraceLimit = values.get('--stack-trace-limit') as number;
  restrictProto(values.get('--disable-proto') as string | undefined);
  runMain(rt, mainScript(rt));
}

/** What would let a program do what it was to be kept from, if it were ignored. */
function refusal(permission: boolean, engine: ReadonlySet<string>): string | undefined {
  if (permission) return '--permission is not available in this sandbox: nothing holds a program to its permissions here but the sandbox itself, which keeps all programs away from the computer';
  const strings = '--disallow-code-generation-from-strings';
  return engine.has(strings) ? `${strings} is not available in this sandbox: a browser has no such switch for one program, and eval would go on working` : undefined;
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
