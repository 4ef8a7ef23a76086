/** The natives of the `fs` binding that take paths. */
import type { StatFields } from '../../abi/syscalls.ts';
import { ERRNO } from '../../abi/errno.ts';
import type { Internal, NodeRuntime } from '../runtime.ts';
import { bitsOf } from './arguments.ts';
import { descriptors } from './descriptors.ts';
import { copyFile, makeDirectories, makeTemporary } from './directories.ts';
import { compareNames, encodeName, type NodePath, textOf } from './path.ts';
import type { FsFailure, Method } from './request.ts';
import { fillStats, newStats, utimeMs } from './stats.ts';

type Shared = { statValues: Float64Array; bigintStatValues: BigInt64Array; statFsValues: Float64Array; bigintStatFsValues: BigInt64Array };
// Each method has argument types of its own; the table is only iterated.
type AnyMethod = Method<any, any>;

/** Stat results: the synchronous form fills the arrays the library knows, the others get arrays of their own. */
export function statResult(shared: Shared) {
  return (stats: StatFields, fresh: boolean, args: unknown[]): unknown => {
    const bigint = Boolean(args[1]);
    if (fresh) return newStats(stats, bigint);
    const target = bigint ? shared.bigintStatValues : shared.statValues;
    fillStats(target, stats);
    return target;
  };
}

/** An id of a user or group as the kernel takes it: -1 leaves it as it is, and the library knows that number without a sign too. */
export const idOf = (id: number): number => id | 0;

function missing(failure: FsFailure, args: unknown[]): boolean {
  return args[3] === false && (failure.errno === ERRNO.ENOENT || failure.errno === ERRNO.ENOTDIR);
}

/** statfs as the library wants it: the kernel's fields with the fragment size after the block size. */
function statFsResult(shared: Shared) {
  return ([type, bsize, ...rest]: number[], fresh: boolean, args: unknown[]): unknown => {
    const values = [type!, bsize!, bsize!, ...rest];
    if (args[1]) {
      const target = fresh ? new BigInt64Array(values.length) : shared.bigintStatFsValues;
      target.set(values.map(BigInt));
      return target;
    }
    const target = fresh ? new Float64Array(values.length) : shared.statFsValues;
    target.set(values);
    return target;
  };
}

/** @param shared the typed arrays of the binding's shape */
export function pathMethods(rt: NodeRuntime, shared: Shared): { [name: string]: AnyMethod } {
  const { sys } = rt;
  const fds = descriptors(rt);
  const one = <A extends unknown[], R>(syscall: string, request: number, run: (path: string, ...rest: A) => R, more: Partial<AnyMethod> = {}): AnyMethod => ({
    request, syscall, paths: 1, run: (...all: [NodePath, ...A]) => Reflect.apply(run, undefined, all.with(0, textOf(all[0])) as [string, ...A]), ...more,
  });
  const two = (syscall: string, request: number, run: (a: string, b: string, mode: unknown) => unknown, more: Partial<AnyMethod> = {}): AnyMethod => ({
    request, syscall, paths: 2, run: (a: NodePath, b: NodePath, mode: unknown) => run(textOf(a), textOf(b), mode), ...more,
  });
  const stat = (name: string, follow: boolean): AnyMethod =>
    one(name, 2, (path) => sys.stat(path, follow), { convert: statResult(shared), ignores: missing });
  const encoded = (at: number): Internal => (name: string, _fresh: boolean, args: unknown[]) => encodeName(rt, name, args[at]);

  return {
    access: one('access', 2, (path, mode: unknown) => sys.access(path, bitsOf(mode)), { check: (args: unknown[]) => void bitsOf(args[1]) }),
    open: one('open', 3, (path, flags: number, mode: number) => fds.open(path, flags, mode)),
    stat: stat('stat', true),
    lstat: stat('lstat', false),
    statfs: one('statfs', 2, (path) => sys.statfs(path), { convert: statFsResult(shared) }),
    rmdir: one('rmdir', 1, (path) => sys.rmdir(path)),
    unlink: one('unlink', 1, (path) => sys.unlink(path)),
    mkdir: one('mkdir', 3, (path, mode: number, recursive: boolean) => {
      if (recursive) return makeDirectories(sys, path, mode);
      sys.mkdir(path, mode);
      return undefined;
    }),
    readdir: one('scandir', 3, (path) => sys.readdir(path), {
      convert(entries: [string, number][], _fresh: boolean, args: unknown[]) {
        const encoding = args[1], withTypes = args[2];
        entries.sort((a, b) => compareNames(a[0], b[0]));
        const names = entries.map((entry) => encodeName(rt, entry[0], encoding));
        return withTypes ? [names, entries.map((entry) => entry[1])] : names;
      },
    }),
    readlink: one('readlink', 2, (path) => sys.readlink(path), { convert: encoded(1) }),
    realpath: one('realpath', 2, (path) => sys.realpath(path), { convert: encoded(1) }),
    mkdtemp: one('mkdtemp', 2, (prefix) => makeTemporary(sys, prefix), { convert: encoded(1) }),
    chmod: one('chmod', 2, (path, mode: number) => sys.chmod(path, mode)),
    chown: one('chown', 3, (path, uid: number, gid: number) => sys.chown(path, idOf(uid), idOf(gid), true)),
    lchown: one('lchown', 3, (path, uid: number, gid: number) => sys.chown(path, idOf(uid), idOf(gid), false)),
    utimes: one('utime', 3, (path, atime: number, mtime: number) => sys.utimes(path, utimeMs(atime), utimeMs(mtime), true)),
    lutimes: one('lutime', 3, (path, atime: number, mtime: number) => sys.utimes(path, utimeMs(atime), utimeMs(mtime), false)),
    rename: two('rename', 2, (from, to) => sys.rename(from, to)),
    link: two('link', 2, (existing, path) => sys.link(existing, path)),
    symlink: two('symlink', 3, (target, path) => sys.symlink(target, path)),
    copyFile: two('copyfile', 3, (from, to, mode) => copyFile(sys, from, to, bitsOf(mode)), { check: (args: unknown[]) => void bitsOf(args[2]) }),
  };
}
