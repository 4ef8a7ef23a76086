/** `--experimental-config-file`: options out of a JSON file, before those of the environment are read. */
import { addFileOptions, tableOf } from './bindings/options.ts';
import type { CoreRuntime } from './core.ts';

const OPTION = '--experimental-config-file';
const DEFAULT_FILE = 'node.config.json';

/** Returns what is wrong, in Node's words. The last mention counts, be it an argument of the script's own. */
export function readConfigFile(rt: CoreRuntime): string[] {
  const { argv } = rt.start!;
  let path = '';
  for (const [i, argument] of argv.entries()) {
    if (i === 0) continue;
    if (argument === OPTION || argument === '--experimental-default-config-file') {
      path = DEFAULT_FILE;
      // The library and the script see it so.
      argv[i] = `${OPTION}=${DEFAULT_FILE}`;
    } else if (argument.startsWith(`${OPTION}=`)) {
      path = argument.slice(OPTION.length + 1);
    }
  }
  if (path === '') return [];
  let text: string;
  try {
    text = new rt.native.TextDecoder('utf-8', { fatal: true }).decode(rt.sys.readFile(path));
  } catch (e) {
    const { errno } = e as { errno?: number };
    rt.writeError(errno === undefined ? `Can't parse ${path}\n` : `Cannot read configuration from ${path}: ${rt.errorMap.get(-errno)?.[1] ?? errno}\n`);
    return [errno === undefined ? `${path}: invalid content` : `${path}: not found`];
  }
  const { readConfig, ConfigFault } = rt.internalBinding('seldom') as typeof import('./options/config-json.ts');
  try {
    addFileOptions(rt, readConfig(text, path, tableOf(rt)));
    return [];
  } catch (e) {
    if (!(e instanceof ConfigFault)) throw e;
    rt.writeError(e.message);
    return [`${path}: invalid content`];
  }
}
