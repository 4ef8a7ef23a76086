/** internalBinding('options'): the command line's values and their table. */
import type { CoreRuntime } from '../core.ts';
import { type FileOptions, type OptionTable, type ParsedOptions, parseOptions, TYPE } from '../options/parse.ts';
import { presets } from '../options/variables.ts';
import { payloadOf } from '../messaging/thread-payload.ts';
import type { Binding } from '../runtime.ts';
import { rebuild } from '../stubs.ts';

const parsed = new WeakMap<CoreRuntime, ParsedOptions>();
const fromFile = new WeakMap<CoreRuntime, FileOptions>();

/** The process's own command line, read once it has started. */
export function optionsOf(rt: CoreRuntime): ParsedOptions {
  let options = parsed.get(rt);
  if (options === undefined) {
    const { start } = rt;
    if (start === undefined) throw new Error('the options are not known before the process has started');
    if (start.thread !== undefined) {
      const { flags, execArgv } = payloadOf(start);
      options = { ...parseOptions(tableOf(rt), flags.args, flags.env, undefined, flags.preset), execArgv, rest: [] };
      parsed.set(rt, options);
    } else parsed.set(rt, options = parseOptions(tableOf(rt), start.argv.slice(1), start.env.NODE_OPTIONS, fromFile.get(rt), presets(start.env)));
  }
  return options;
}

/** For a configuration file, which is read before everything else. */
export function addFileOptions(rt: CoreRuntime, options: FileOptions): void {
  fromFile.set(rt, options);
}

/** For an environment that has changed since: NODE_OPTIONS out of a file. */
export function rereadOptions(rt: CoreRuntime): void {
  parsed.delete(rt);
}

/** The table of options as the parser takes it. */
export function tableOf(rt: CoreRuntime): OptionTable {
  return { ...rt.shapes.__optinfo, defaults: rebuild(rt.shapes.__optinfo.defaults, 'options.defaults') };
}

/** What the library reads while it is warmed up in the pool: every option's default. It reads the real ones anew when the process starts (refreshOptions). */
let defaults: ParsedOptions | undefined;

/** Runs `work` with the defaults in place of options that are not known yet. */
export function withDefaultOptions(rt: CoreRuntime, work: () => void): void {
  defaults = parseOptions(tableOf(rt), [], undefined);
  try {
    work();
  } finally {
    defaults = undefined;
    rt.requireBuiltin('internal/options').refreshOptions();
  }
}

export const optionsBinding: Binding = {
  name: 'options',
  create(rt: CoreRuntime, shape) {
    const { options, aliases } = rt.shapes.__optinfo as OptionTable;
    return Object.assign(shape, {
      getCLIOptionsValues() {
        const out: { [name: string]: unknown } = Object.create(null);
        const { values } = defaults ?? optionsOf(rt);
        for (const [name, value] of values) {
          out[name] = value;
          if (typeof value === 'boolean') out[name.startsWith('--') ? `--no-${name.slice(2)}` : `--no-${name}`] = !value;
        }
        return out;
      },
      getCLIOptionsInfo() {
        return {
          options: new Map(options.map(([name, type, envVarSettings, , helpText, defaultIsTrue]) => [name, { helpText, envVarSettings, type, defaultIsTrue: defaultIsTrue === 1 }])),
          aliases: new Map(aliases),
        };
      },
      getOptionsAsFlags() {
        const flags: string[] = [];
        for (const [name, type, , on] of options) {
          const value = optionsOf(rt).values.get(name);
          if (!name.startsWith('--') || value === undefined || type === TYPE.V8) continue;
          if (type === TYPE.BOOLEAN) {
            if (value !== (on === 1)) flags.push(value === true ? name : `--no-${name.slice(2)}`);
          } else if (Array.isArray(value)) {
            for (const item of value) flags.push(`${name}=${item}`);
          } else if (typeof value === 'object') {
            flags.push(`${name}=${value.host}:${value.port}`);
          } else if (value !== '') {
            flags.push(`${name}=${value}`);
          }
        }
        return flags;
      },
      getEmbedderOptions() {
        const values = defaults === undefined && rt.start !== undefined ? optionsOf(rt).values : undefined;
        return Object.assign(Object.create(null), rt.shapes.__embedder, values?.get('--global-search-paths') === false ? { noGlobalSearchPaths: true } : {});
      },
    });
  },
};
