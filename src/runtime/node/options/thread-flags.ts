/** Which flags a worker thread may have of its own: those that concern one environment, not the process. */
import { type OptionTable, parseOptions } from './parse.ts';

/** Options of the whole process: the binary's table does not tell them apart. Found by asking Node with each. */
const PROCESS_ONLY = new Set<string>([]);

/** What Node finds wrong with them: `args` as `execArgv`, `env` as NODE_OPTIONS. Empty when all is well. */
export function threadFlagErrors(table: OptionTable, args: readonly string[], env: string | undefined): string[] {
  const { errors } = parseOptions(table, args, env);
  if (errors.length > 0) return errors;
  return args.filter((arg) => PROCESS_ONLY.has(arg.split('=', 1)[0]!));
}
