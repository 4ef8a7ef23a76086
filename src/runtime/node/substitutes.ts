/** What a program gets for a native part that has a build in WebAssembly. */
import { SysError } from '../abi/errno.ts';
import { BUILDS_RUN_IN, buildVersion, FOR_THIS_PLATFORM, SUBSTITUTES, SUBSTITUTES_FOLDER, substituteFolder } from '../abi/substitutes.ts';
import type { CoreRuntime } from './core.ts';

const decoder = new TextDecoder();

/** Path of the file that stands in for `request`, asked for by the module `parent`; undefined when there is none. The first look at a build fetches it. @param found the file that is there all the same */
export function substituteFor(rt: CoreRuntime, request: string, parent: string | undefined, found?: string | false): string | undefined {
  if (!parent || (found && request === BUILDS_RUN_IN && !isForeign(rt, parent, found))) return undefined;
  const isPath = /^(file:)?\//.test(request);
  const entry = SUBSTITUTES.find(({ requests }) => requests.some((part) => request === part || (isPath && request.endsWith(`/${part}`))));
  if (!entry) return undefined;
  const asking = versionOf(rt, entry.of, found || (request.startsWith('/') ? request : parent));
  if (asking === undefined) return undefined;
  const version = buildVersion(entry, asking);
  const path = `${SUBSTITUTES_FOLDER}/${substituteFolder(entry.instead, version)}/${entry.file}`;
  try {
    rt.sys.stat(path, true);
    return path;
  } catch (error) {
    if (!(error instanceof SysError)) throw error;
    // Without it the program is told, by itself, that the native part is missing; why there is no other is said here.
    if (error.code === 'EIO') rt.process.emitWarning(`${entry.of} needs a native add-on, which a browser cannot load, and its WebAssembly build ${entry.instead}@${version} could not be fetched`, { code: 'TABLOOM_SUBSTITUTE' });
    return undefined;
  }
}

/** What is added to the error of a native part that is missing and has no build: npm left it out, so that the name alone does not tell why. Empty for other modules. */
export function reasonMissing(rt: CoreRuntime, request: string, parent: string | undefined): string {
  if (!parent || !FOR_THIS_PLATFORM.test(request) || SUBSTITUTES.some(({ requests }) => requests.includes(request))) return '';
  const name = request.split('/', request.startsWith('@') ? 2 : 1).join('/');
  const asking = packageOf(rt, parent, ({ optionalDependencies: parts }) => typeof parts === 'object' && parts !== null && name in parts);
  // With a build among its parts it asks for that next.
  if (asking === undefined || Object.keys(asking.optionalDependencies as object).some((part) => part.includes('wasm'))) return '';
  return `\n${name} is a native program, which does not run in this sandbox, and ${String(asking.name)} brings no WebAssembly build of it`;
}

/**
 * Whether it is a build in place of a native part that loads a library now, and not a program that chose it: natively the program would not have
 * heard Node's warning of an experimental library, which came once for every thread of the build. @param caller the innermost function that is not to be looked at
 */
export function standsIn(rt: CoreRuntime, caller: Function): boolean {
  const files = rt.stacks.capture(60, caller).map((frame) => frame.getFileName() ?? '');
  // A module's imports are not in the stack: builds import the library in the file that their threads begin with.
  const loading = files.find((file) => file.startsWith('/')) ?? String(rt.process.argv[1] ?? '');
  const { cpu, name } = packageOf(rt, loading, () => true) ?? {};
  // Some name the processor in their own name alone.
  return (Array.isArray(cpu) && cpu.includes('wasm32')) || (typeof name === 'string' && name.endsWith('-wasm32-wasi'));
}

/**
 * Whether the library at `found`, in which a build is to run, is one for later builds: npm has one for all of them in a folder, and that sees what lies
 * beside it, not what the build depends on. Builds of the first generation do not start in the second. On other machines nobody installs two of them.
 */
function isForeign(rt: CoreRuntime, build: string, found: string): boolean {
  const asked = packageOf(rt, build, () => true)?.dependencies as { [name: string]: unknown } | undefined;
  if (!/^\^?1\./.test(String(asked?.['@emnapi/core']))) return false;
  for (let folder = found; folder !== '';) {
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')));
    const version = versionOf(rt, '@emnapi/core', `${folder}/node_modules/@emnapi/core/package.json`);
    if (version !== undefined) return version.startsWith('2.');
  }
  return false;
}

interface PackageFields { name?: unknown; version?: unknown; cpu?: unknown; dependencies?: unknown; optionalDependencies?: unknown }

/** The innermost package around the file that `fits`. */
function packageOf(rt: CoreRuntime, file: string, fits: (fields: PackageFields) => boolean): PackageFields | undefined {
  for (let folder = file; folder !== '';) {
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')));
    try {
      const fields = JSON.parse(decoder.decode(rt.sys.readFile(`${folder}/package.json`))) as PackageFields;
      if (fits(fields)) return fields;
    } catch {
      continue;
    }
  }
  return undefined;
}

/** Version of the package `name` in which the file lies, if it lies in one. */
function versionOf(rt: CoreRuntime, name: string, file: string): string | undefined {
  const version = packageOf(rt, file, (fields) => fields.name === name)?.version;
  return typeof version === 'string' ? version : undefined;
}
