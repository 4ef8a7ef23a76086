/** The package.json reader behind module resolution, with its cache. */
import { SysError } from '../../abi/errno.ts';
import { codedError } from '../fs/cp-links.ts';
import { dirnameOf } from '../fs/directories.ts';
import { lookups } from '../fs/lookups.ts';
import { join } from '../fs/path.ts';
import type { NodeRuntime } from '../runtime.ts';

/** What Node's library deserialises: objects and arrays as their JSON text, strings as they are. */
export type PackageTuple = [
  name: string | undefined, main: string | undefined, type: 'commonjs' | 'module' | 'none',
  imports: string | undefined, exports: string | undefined, path: string,
];

interface Fields { name?: unknown; main?: unknown; type?: unknown; imports?: unknown; exports?: unknown }

const decoder = new TextDecoder('utf-8');

function serialised(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : undefined;
}

/** Node refuses a `name` or `type` that is no string, and ignores every other field of a wrong type. */
function parse(text: string, path: string): PackageTuple | undefined {
  let json: Fields;
  try {
    json = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined;
  const { name, main, type } = json;
  if ((name !== undefined && typeof name !== 'string') || (type !== undefined && typeof type !== 'string')) return undefined;
  return [
    name,
    typeof main === 'string' ? main : undefined,
    type === 'module' || type === 'commonjs' ? type : 'none',
    serialised(json.imports),
    serialised(json.exports),
    path,
  ];
}

export class PackageJsonReader {
  private readonly rt: NodeRuntime;
  /** Files that were found: like Node, a process does not look at them again. */
  private readonly known = new Map<string, PackageTuple>();
  constructor(rt: NodeRuntime) {
    this.rt = rt;
  }

  /** Undefined without such a file; ERR_INVALID_PACKAGE_CONFIG when it cannot be used. `importing` ends the message. */
  read(path: string, importing = ''): PackageTuple | undefined {
    const cached = this.known.get(path);
    if (cached !== undefined) return cached;
    const known = lookups(this.rt);
    if (known.moduleStat(path) < 0) return undefined;
    const bytes = known.ask(`package ${path}`, path, () => {
      try {
        return this.rt.sys.readFile(path);
      } catch (e) {
        if (e instanceof SysError) return undefined;
        throw e;
      }
    });
    if (bytes === undefined) return undefined;
    const tuple = parse(decoder.decode(bytes), path);
    if (tuple === undefined) throw codedError('ERR_INVALID_PACKAGE_CONFIG', `Invalid package config ${path}${importing}.`);
    this.known.set(path, tuple);
    return tuple;
  }

  /** The nearest package.json above a file (or of a directory, when the path ends in a slash); a `node_modules` folder ends the search. */
  nearest(file: string): PackageTuple | undefined {
    for (let dir = file.endsWith('/') ? file.slice(0, -1) || '/' : dirnameOf(file); ; dir = dirnameOf(dir)) {
      if (dir.endsWith('/node_modules') || this.rt.permission?.granted('FileSystemRead', dir) === false) return undefined;
      const found = this.read(join(dir, 'package.json'));
      if (found !== undefined || dir === '/' || dir === '.') return found;
    }
  }

  /** As `nearest`, by URL; without one the path at which the search ended. Throws ERR_INVALID_URL where there is nothing to walk up. */
  scope(url: string): PackageTuple | string {
    const { URL } = this.rt.requireBuiltin('internal/url');
    for (let at = new URL('./package.json', url); ; at = new URL('../package.json', at)) {
      const path: string = decodeURIComponent(at.pathname);
      if (path.endsWith('/node_modules/package.json')) return path;
      const found = this.read(path);
      if (found !== undefined) return found;
      if (path === '/package.json') return path;
    }
  }
}
