/** Node's command line, as src/node_options-inl.h reads it: the table of options comes from the real binary (`shapes.__optinfo`). */
import { combinationErrors } from './combinations.ts';
import type { Preset } from './variables.ts';

export interface OptionTable {
  /** [name, type, envVarSettings, default of a boolean, help, whether the negation is what the help shows] */
  options: [string, number, number, number, string, number][];
  aliases: [string, string[]][];
  defaults: { [name: string]: unknown };
}

/** OptionsType of the options binding. */
export const TYPE = { NO_OP: 0, V8: 1, BOOLEAN: 2, INTEGER: 3, UINTEGER: 4, STRING: 5, HOST_PORT: 6, STRING_LIST: 7 } as const;
const ALLOWED_IN_ENV = 0;

export type OptionValue = boolean | number | string | string[] | { host: string; port: number } | undefined;

export interface ParsedOptions {
  values: Map<string, OptionValue>;
  /** What belongs to node itself, as given: `process.execArgv`. */
  execArgv: string[];
  /** Script and its arguments. */
  rest: string[];
  /** What Node hands on to V8, as written: of the environment, of the command line. Words that nobody knows are among them. */
  engine: readonly (readonly string[])[];
  /** Messages without the leading program name, e.g. `bad option: --x`. */
  errors: string[];
}

/** What setting one option sets as well (the `Implies` lines of node_options.cc; the binary does not list them). */
const IMPLIES: [string, string, boolean][] = [
  ['--eval', '[has_eval_string]', true], ['--inspect-brk', '--inspect', true], ['--inspect-wait', '--inspect', true], ['--inspect-brk-node', '--inspect', true],
  ['--trace-env-js-stack', '--trace-env', true], ['--trace-env-native-stack', '--trace-env', true], ['--watch-path', '--watch', true],
  ['--env-file', '[has_env_file_string]', true], ['--env-file-if-exists', '[has_env_file_string]', true], ['--test-random-seed', '[has_test_random_seed]', true],
  ['--test-random-seed', '--test-randomize', true],
  ['--experimental-require-module', '--require-module', true], ['--require-module', '--experimental-require-module', true],
  ['--experimental-transform-types', '--strip-types', true], ['--experimental-transform-types', '--enable-source-maps', true], ['--report-signal', '--report-on-signal', true],
];

/** What a configuration file adds: `early` comes before NODE_OPTIONS, `late` behind it and before the command line. */
export interface FileOptions { early: readonly string[]; late: readonly string[] }

export function parseOptions(table: OptionTable, args: readonly string[], env: string | undefined, file: FileOptions = { early: [], late: [] }, preset: readonly Preset[] = []): ParsedOptions {
  const rows = new Map(table.options.map((row) => [row[0], row]));
  const aliases = new Map(table.aliases);
  const values = new Map<string, OptionValue>();
  for (const [name, type, , on] of table.options) {
    if (type === TYPE.BOOLEAN) values.set(name, on === 1);
    else if (type === TYPE.STRING_LIST) values.set(name, []);
    else if (name in table.defaults) {
      const value = table.defaults[name];
      values.set(name, typeof value === 'object' && value !== null ? (('host' in value) ? { host: value.host as string, port: (value as unknown as { port: number }).port } : undefined) : value as OptionValue);
    } else values.set(name, undefined);
  }
  for (const [name, value] of preset) values.set(name, value);
  const errors: string[] = [];
  /** V8 complains of them only after everything else was right. */
  const engine: [environment: string[], line: string[]] = [[], []];
  // The file's options become one text, which spaces in a value take apart again.
  const early = splitEnv(file.early.join(' '), errors);
  if (early.length !== file.early.length) errors.unshift('The number of NODE_OPTIONS doesn\'t match the number of flags in the config file');
  if (env !== undefined || early.length > 0) read([...early, ...splitEnv(env ?? '', errors)], true);
  const used = read([...file.late, ...args], false);
  if (errors.length === 0) errors.push(...combinationErrors(values));
  return { values, execArgv: args.slice(0, Math.max(0, used.own - file.late.length)), rest: used.rest, engine, errors };

  function read(queue: string[], fromEnv: boolean): { own: number; rest: string[] } {
    const forEngine = engine[fromEnv ? 0 : 1];
    const total = queue.length;
    /** Arguments put in front by aliases: not among those the user gave. */
    let synthetic = 0;
    /** What the user wrote, while its aliases are read. */
    let given = '';
    const take = (): string | undefined => {
      if (synthetic > 0) synthetic--;
      return queue.shift();
    };
    // The first mistake is the only one that is told. What follows a word that is no option is left alone, in NODE_OPTIONS too.
    while (queue.length > 0 && errors.length === 0) {
      const arg = queue[0]!;
      if (arg.length <= 1 || arg[0] !== '-') break;
      if (synthetic === 0) given = arg.startsWith('--') ? arg.replace(/=.*/s, '=') : arg;
      take();
      if (arg === '--') {
        if (synthetic > 0) continue;
        if (fromEnv) {
          errors.push('-- is not allowed in NODE_OPTIONS');
          continue;
        }
        // The two dashes themselves are nobody's argument.
        return { own: total - queue.length - 1, rest: queue };
      }
      const equals = arg.startsWith('--') ? arg.indexOf('=') : -1;
      let name = equals === -1 ? arg : arg.slice(0, equals);
      let value = equals === -1 ? undefined : arg.slice(equals + 1);
      // Underscores are dashes, but for the leading ones.
      if (name.startsWith('--')) name = `--${name.slice(2).replaceAll('_', '-')}`;
      const followed = value === undefined && queue.length > 0 && queue[0]![0] !== '-';
      const alias = (value !== undefined ? aliases.get(`${name}=`) : undefined) ?? (followed ? aliases.get(`${name} <arg>`) : undefined) ?? aliases.get(name);
      if (alias !== undefined && alias[0] !== name) {
        const expanded = [...alias];
        if (value !== undefined) expanded[0] = `${expanded[0]}=${value}`;
        synthetic += expanded.length;
        queue.unshift(...expanded);
        continue;
      }
      let negated = false;
      const opposite = name.startsWith('--no-') && !rows.has(name) ? aliases.get(`--${name.slice(5)}`) : undefined;
      if (opposite?.length === 1 && opposite[0]!.startsWith('--')) name = `--no-${opposite[0]!.slice(2)}`;
      let row = rows.get(name);
      if (row === undefined && name.startsWith('--no-')) {
        const positive = rows.get(`--${name.slice(5)}`);
        if (positive !== undefined) {
          row = positive;
          negated = true;
        }
      }
      if (row === undefined || name.startsWith('[')) {
        if (fromEnv) errors.push(`${given} is not allowed in NODE_OPTIONS`);
        else forEngine.push(arg);
        continue;
      }
      const [canonical, type, settings] = row;
      if (fromEnv && settings !== ALLOWED_IN_ENV) {
        errors.push(`${given} is not allowed in NODE_OPTIONS`);
        continue;
      }
      if (negated && type !== TYPE.BOOLEAN && type !== TYPE.V8) {
        errors.push(`${given} is an invalid negation because it is not a boolean option`);
        continue;
      }
      if (type === TYPE.BOOLEAN || type === TYPE.NO_OP || type === TYPE.V8) {
        if (type === TYPE.V8) forEngine.push(arg);
        if (type === TYPE.BOOLEAN) {
          values.set(canonical, !negated);
          imply(canonical, !negated);
        }
        continue;
      }
      // Both have it.
      if (canonical === '--stack-trace-limit') forEngine.push(arg);
      if (value === '') {
        errors.push(`${given} requires an argument`);
        continue;
      }
      if (value === undefined) {
        const next = queue[0];
        if (next === undefined || (next.length > 1 && next[0] === '-')) {
          errors.push(`${given} requires an argument`);
          continue;
        }
        // `\-` lets a value begin with a dash.
        value = take()!;
        if (value.startsWith('\\-')) value = value.slice(1);
      }
      switch (type) {
        case TYPE.INTEGER: case TYPE.UINTEGER: values.set(canonical, Math.trunc(Number.parseFloat(value)) || 0); break;
        case TYPE.STRING: values.set(canonical, value); break;
        case TYPE.STRING_LIST: values.set(canonical, [...values.get(canonical) as string[], value]); break;
        case TYPE.HOST_PORT: {
          const at = hostPort(value);
          if (Number.isNaN(at.port) || at.port > 65535 || (at.port !== 0 && at.port < 1024)) errors.push('must be 0 or in range 1024 to 65535.');
          values.set(canonical, at);
          break;
        }
      }
      imply(canonical, true);
    }
    return { own: total - (queue.length - synthetic), rest: queue };
  }

  function imply(name: string, on: boolean): void {
    for (const [from, to, value] of IMPLIES) if (from === name) values.set(to, on ? value : !value);
  }
}

function hostPort(text: string): { host: string; port: number } {
  const colon = text.lastIndexOf(':');
  if (/^\d+$/.test(text)) return { host: '127.0.0.1', port: Number(text) };
  return colon === -1 ? { host: text, port: 9229 } : { host: text.slice(0, colon), port: Number(text.slice(colon + 1)) };
}

/** NODE_OPTIONS: words split at spaces; double quotes keep them together, a backslash inside quotes escapes. */
function splitEnv(text: string, errors: string[]): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    let c = text[i]!;
    if (c === '\\' && quoted) {
      if (i + 1 === text.length) {
        errors.push('invalid value for NODE_OPTIONS (invalid escape)');
        return words;
      }
      c = text[++i]!;
    } else if (c === ' ' && !quoted) {
      if (word !== undefined) words.push(word);
      word = undefined;
      continue;
    } else if (c === '"') {
      quoted = !quoted;
      word ??= '';
      continue;
    }
    word = (word ?? '') + c;
  }
  if (quoted) errors.push('invalid value for NODE_OPTIONS (unterminated string)');
  if (word !== undefined) words.push(word);
  return words;
}
