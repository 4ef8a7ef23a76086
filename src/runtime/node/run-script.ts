/** `node --run NAME`: a script of the nearest package.json, by the shell. Follows Node's own task runner (src/node_task_runner.cc), which is not part of its library. */
import { SysError } from '../abi/errno.ts';
import { DT, S } from '../abi/constants.ts';
import type { CoreRuntime } from './core.ts';

const GENERIC_ERROR = 1;

/** Runs it and ends the process: with 0 or 1, as Node does whatever the script's own code was. */
export function runScript(rt: CoreRuntime, name: string, args: readonly string[]): never {
  const { sys } = rt;
  const fail = (text: string): never => {
    rt.writeError(text);
    return rt.exit(GENERIC_ERROR);
  };
  const cwd = sys.getcwd();
  const found = nearestPackage(rt, cwd);
  if (!found) return fail(`Can't find package.json for directory ${cwd}\n`);
  const { folder, bins } = found;
  const file = `${folder === '/' ? '' : folder}/package.json`;
  let content: unknown;
  try {
    content = JSON.parse(new rt.native.TextDecoder().decode(sys.readFile(file)));
  } catch {
    return fail(`Can't parse ${file}\n`);
  }
  const scripts = isObject(content) ? content.scripts : undefined;
  if (!isObject(scripts)) return fail(`Can't find "scripts" field in ${file}\n`);
  const script = scripts[name];
  if (script === undefined) return fail(`Missing script: "${name}" for ${file}\n\nAvailable scripts are:\n${Object.entries(scripts).filter(([, text]) => typeof text === 'string').map(([key, text]) => `  ${key}: ${text as string}\n`).join('')}`);
  if (typeof script !== 'string') return fail(`Script "${name}" is unexpectedly not a string for ${file}\n\n`);
  const env = { ...rt.start!.env };
  env.PATH = [...bins, env.PATH ?? ''].join(':');
  env.NODE_RUN_SCRIPT_NAME = name;
  env.NODE_RUN_PACKAGE_JSON_PATH = file;
  const pid = sys.spawn({ file: '/bin/sh', args: ['/bin/sh', '-c', [script, ...args.map(quote)].join(' ')], cwd: folder, env, fds: [0, 1, 2] });
  const [, status] = sys.waitpid(pid, 0);
  return rt.exit(status >> 8 > 0 ? GENERIC_ERROR : 0);
}

/** The folder of the nearest package.json, and the `node_modules/.bin` folders on the way to it. */
function nearestPackage(rt: CoreRuntime, from: string): { folder: string; bins: string[] } | undefined {
  const bins: string[] = [];
  for (let folder = from; ; folder = folder.slice(0, folder.lastIndexOf('/')) || '/') {
    const base = folder === '/' ? '' : folder;
    if (typeOf(rt, `${base}/node_modules/.bin`) === DT.DIR) bins.push(`${base}/node_modules/.bin`);
    if (typeOf(rt, `${base}/package.json`) !== undefined) return { folder, bins };
    if (folder === '/') return undefined;
  }
}

function typeOf(rt: CoreRuntime, path: string): number | undefined {
  try {
    return (rt.sys.stat(path, true)[1] & S.IFMT) === S.IFDIR ? DT.DIR : DT.FILE;
  } catch (error) {
    if (error instanceof SysError) return undefined;
    throw error;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** One word for the shell, quoted only when it needs to be. */
const quote = (word: string): string => (word !== '' && !/[^\w@%+=:,./-]/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
