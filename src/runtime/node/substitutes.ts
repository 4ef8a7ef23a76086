/** What a program gets for a native part that has a build in WebAssembly. */
import { SysError } from '../abi/errno.ts';
import { SUBSTITUTES, SUBSTITUTES_FOLDER, substituteFolder } from '../abi/substitutes.ts';
import type { CoreRuntime } from './core.ts';

const decoder = new TextDecoder();

/** Path of the file that stands in for `request`, asked for by the module `parent`; undefined when there is none. The first look at a build fetches it. */
export function substituteFor(rt: CoreRuntime, request: string, parent: string | undefined): string | undefined {
  const entry = SUBSTITUTES.find(({ requests }) => requests.includes(request));
  if (!entry || !parent) return undefined;
  const version = versionOf(rt, entry.of, parent);
  if (version === undefined) return undefined;
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

/** Version of the package `name` in which the file lies, if it lies in one. */
function versionOf(rt: CoreRuntime, name: string, file: string): string | undefined {
  for (let folder = file; folder !== '';) {
    folder = folder.slice(0, folder.lastIndexOf('/'));
    let fields: { name?: unknown; version?: unknown };
    try {
      fields = JSON.parse(decoder.decode(rt.sys.readFile(`${folder}/package.json`))) as typeof fields;
    } catch {
      continue;
    }
    if (fields.name === name && typeof fields.version === 'string') return fields.version;
  }
  return undefined;
}
