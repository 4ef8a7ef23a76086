/** `--env-file` and `--env-file-if-exists`: variables that are there before the options of the environment are read. */
import { optionsOf, rereadOptions } from './bindings/options.ts';
import type { CoreRuntime } from './core.ts';
import { parseEnv } from './parse-env.ts';

const OPTION = /^--env-file(-if-exists)?(?:=(.*))?$/s;

/** Returns what is wrong with the files, in Node's words. A later file overrides an earlier one; what the environment has already stays. */
export function readEnvFiles(rt: CoreRuntime): string[] {
  const { env } = rt.start!;
  const { execArgv } = optionsOf(rt);
  const faults: string[] = [];
  const given = new Set(Object.keys(env));
  for (const [i, argument] of execArgv.entries()) {
    const match = OPTION.exec(argument);
    const path = match?.[2] ?? execArgv[i + 1];
    if (match === null || path === undefined) continue;
    let text: string;
    try {
      text = new rt.native.TextDecoder().decode(rt.sys.readFile(path));
    } catch (e) {
      if ((e as { code?: string }).code !== 'ENOENT') faults.push(`${path}: invalid format`);
      else if (match[1] === undefined) faults.push(`${path}: not found`);
      else rt.writeError(`${path} not found. Continuing without it.\n`);
      continue;
    }
    for (const [name, value] of Object.entries(parseEnv(text))) if (!given.has(name)) Object.defineProperty(env, name, { value, writable: true, enumerable: true, configurable: true });
  }
  if (env.NODE_OPTIONS !== undefined && !given.has('NODE_OPTIONS')) rereadOptions(rt);
  return faults;
}
