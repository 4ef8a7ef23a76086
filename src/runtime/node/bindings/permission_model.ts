/**
 * The permission model of `--permission` (src/permission/): what a process may do, asked by the bindings through `rt.permission`. Not a binding of Node's: it comes
 * with the rare ones because most processes run without it. The sandbox itself holds all programs; this holds one to what its command line grants.
 */
import { S } from '../../abi/constants.ts';
import type { CoreRuntime } from '../core.ts';
import { codedError } from '../fs/cp-links.ts';
import { statOf } from '../fs/directories.ts';
import { join } from '../fs/path.ts';
import type { Binding, Permission, PermissionScope } from '../runtime.ts';
import { optionsOf } from './options.ts';

/** By the name a program says: the scope, and the flag that grants it. */
const SCOPES: { [label: string]: [scope: PermissionScope, flag: string] } = {
  'fs': ['FileSystem', 'fs'], 'fs.read': ['FileSystemRead', 'fs-read'], 'fs.write': ['FileSystemWrite', 'fs-write'],
  'child': ['ChildProcess', 'child-process'], 'worker': ['WorkerThreads', 'worker'], 'wasi': ['WASI', 'wasi'], 'inspector': ['Inspector', 'inspector'], 'addon': ['Addon', 'addons'],
};
const labelOf = (scope: PermissionScope): string => Object.keys(SCOPES).find((label) => SCOPES[label]![0] === scope)!;

/** Paths that are granted: whole ones, or with a star where anything may follow. */
class Paths {
  all = false;
  #list: string[] = [];

  covers(path: string): boolean {
    return this.all || this.#list.some((granted) => {
      const star = granted.indexOf('*');
      if (star === -1) return granted === path;
      const head = granted.slice(0, star);
      // What is granted below a folder is granted for the folder too.
      return path.startsWith(head) || head === `${path}/`;
    });
  }

  add(path: string): void {
    if (!this.covers(path)) this.#list.push(path);
  }

  remove(path: string): void {
    const at = this.#list.indexOf(path);
    if (at !== -1) this.#list.splice(at, 1);
  }

  clear(): void {
    this.all = false;
    this.#list = [];
  }
}

class Model implements Permission {
  readonly #rt: CoreRuntime;
  readonly #audits: boolean;
  readonly #read = new Paths();
  readonly #write = new Paths();
  readonly #granted = new Set<PermissionScope>();
  /** Taken before the program could put another in its place. */
  readonly #resolve: (...parts: string[]) => string;

  constructor(rt: CoreRuntime) {
    this.#rt = rt;
    this.#resolve = rt.requireBuiltin('path').resolve;
    const { values, rest } = optionsOf(rt);
    this.#audits = values.get('--permission') !== true;
    for (const [scope, flag] of Object.values(SCOPES)) if (values.get(`--allow-${flag}`) === true) this.#granted.add(scope);
    if (!this.#granted.has('Addon')) values.set('--addons', false);
    const read = [...values.get('--allow-fs-read') as string[]];
    // The program itself may be read, and what it is started with.
    if (values.get('[has_eval_string]') !== true && values.get('--interactive') !== true) {
      read.push(...values.get('--require') as string[]);
      if (rest[0] !== undefined && rest[0] !== '' && rest[0] !== 'inspect') read.push(rest[0]);
    }
    this.#grant(this.#read, read);
    this.#grant(this.#write, values.get('--allow-fs-write') as string[]);
  }

  #grant(paths: Paths, granted: readonly string[]): void {
    for (const text of granted) {
      if (text === '*') paths.all = true;
      else paths.add(this.#entry(text));
    }
  }

  #path(text: string): string {
    return this.#resolve(this.#rt.sys.getcwd(), text);
  }

  /** A folder stands for all that is in it. */
  #entry(text: string): string {
    const path = this.#path(text);
    const stats = statOf(this.#rt.sys, path, true);
    return stats !== undefined && (stats[1] & S.IFMT) === S.IFDIR ? join(path, '*') : path;
  }

  granted(scope: PermissionScope, resource = ''): boolean {
    if (scope === 'FileSystem') return this.#read.all && this.#write.all;
    if (!scope.startsWith('File')) return this.#granted.has(scope);
    const paths = scope === 'FileSystemRead' ? this.#read : this.#write;
    return resource === '' ? paths.all : paths.covers(this.#path(resource));
  }

  #tell(scope: PermissionScope, resource: string, drop?: boolean): void {
    this.#rt.requireBuiltin('diagnostics_channel').channel(`node:permission-model:${labelOf(scope).split('.')[0]}`).publish({ permission: scope, resource, drop });
  }

  demand(scope: PermissionScope, resource = ''): void {
    if (this.granted(scope, resource)) return;
    this.#tell(scope, resource);
    if (this.#audits) return;
    throw Object.assign(codedError('ERR_ACCESS_DENIED', `Access to this API has been restricted. Use --allow-${SCOPES[labelOf(scope)]![1]} to manage permissions.`), { permission: scope, resource });
  }

  has(label: string, resource: unknown = ''): boolean {
    const scope = SCOPES[label]?.[0];
    if (scope === undefined) return false;
    const granted = this.granted(scope, String(resource));
    if (!granted) this.#tell(scope, String(resource));
    return granted;
  }

  drop(label: string, resource: unknown = ''): void {
    const scope = SCOPES[label]?.[0];
    if (scope === undefined) return;
    const name = String(resource);
    if (!scope.startsWith('File')) this.#granted.delete(scope);
    else for (const [one, paths] of [['FileSystemRead', this.#read], ['FileSystemWrite', this.#write]] as const) {
      if (scope !== one && scope !== 'FileSystem') continue;
      if (name === '') paths.clear();
      // Who was granted everything can only give up everything.
      else if (!paths.all) paths.remove(this.#entry(name));
    }
    this.#tell(scope, name, true);
  }
}

export const permission_model: Binding = {
  name: 'permission_model',
  create: (rt: CoreRuntime, shape) => Object.assign(shape, { start: () => new Model(rt) }),
};
