/** The native half of `fs.cpSync`. */
import { S } from '../../abi/constants.ts';
import type { StatFields, Sys } from '../../abi/syscalls.ts';
import type { Internal, NodeRuntime } from '../runtime.ts';
import { codedError, copyLink, type LinkOptions, standardError } from './cp-links.ts';
import { copyFile, dirnameOf, makeDirectories, statOf } from './directories.ts';
import { permits } from './needs.ts';
import { join, type NodePath, textOf } from './path.ts';
import { failureOf } from './request.ts';

const typeOf = (stats: StatFields): number => stats[1] & S.IFMT;
const sameFile = (a: StatFields, b: StatFields): boolean => a[0] === b[0] && a[7] === b[7];

interface CopyOptions extends LinkOptions { preserveTimestamps: boolean }

function copyTimes(sys: Sys, from: string, to: string): void {
  const stats = sys.stat(from, true);
  sys.utimes(to, stats[10], stats[11], true);
}

function copyTree(sys: Sys, from: string, to: string, options: CopyOptions): void {
  const target = statOf(sys, to, true);
  if (target !== undefined && typeOf(target) !== S.IFDIR) {
    throw codedError('ERR_FS_CP_DIR_TO_NON_DIR', `Cannot overwrite non-directory ${to} with directory ${from}`);
  }
  makeDirectories(sys, to, 0o777);
  for (const [name] of sys.readdir(from)) {
    const source = join(from, name);
    const copy = join(to, name);
    const stats = sys.stat(source, false);
    if (typeOf(stats) === S.IFDIR) copyTree(sys, source, copy, options);
    else if (typeOf(stats) === S.IFLNK) copyLink(sys, source, copy, options);
    else if (typeOf(stats) === S.IFREG) {
      const existing = statOf(sys, copy, true);
      if (existing !== undefined && typeOf(existing) === S.IFDIR) throw standardError('EINVAL', to);
      // A link to nowhere is something too.
      if (!options.force && statOf(sys, copy, false) !== undefined) {
        if (options.errorOnExist) throw codedError('ERR_FS_CP_EEXIST', `[ERR_FS_CP_EEXIST]: Target already exists: cp returned EEXIST (${copy} already exists)`);
        continue;
      }
      copyFile(sys, source, copy, 0);
      if (options.preserveTimestamps) copyTimes(sys, source, copy);
    }
  }
}

export function cpMethods(rt: NodeRuntime): { [name: string]: Internal } {
  const { sys } = rt;
  const guarded = (syscall: string, path: string, run: () => void): void => {
    try {
      run();
    } catch (e) {
      const failure = failureOf(e, syscall, path);
      rt.throwErrno(failure.errno, failure.syscall, failure.path, failure.dest);
    }
  };

  return {
    cpSyncCheckPaths(from: NodePath, to: NodePath, dereference: boolean, recursive: boolean): void {
      const src = textOf(from);
      const dest = textOf(to);
      permits(rt.permission, 'rW', [src, dest]);
      guarded(dereference ? 'stat' : 'lstat', src, () => {
        const source = sys.stat(src, dereference);
        const target = statOf(sys, dest, dereference);
        const directory = typeOf(source) === S.IFDIR;
        if (target !== undefined) {
          if (sameFile(source, target)) throw codedError('ERR_FS_CP_EINVAL', `src and dest cannot be the same ${dest}`);
          const targetDirectory = typeOf(target) === S.IFDIR;
          if (directory && !targetDirectory) throw codedError('ERR_FS_CP_DIR_TO_NON_DIR', `Cannot overwrite non-directory ${dest} with directory ${src}`);
          if (!directory && targetDirectory) throw codedError('ERR_FS_CP_NON_DIR_TO_DIR', `Cannot overwrite directory ${dest} with non-directory ${src}`);
        }
        const prefix = src.endsWith('/') ? src : `${src}/`;
        if (directory) {
          const inside = codedError('ERR_FS_CP_EINVAL', `Cannot copy ${prefix} to a subdirectory of self ${dest}`);
          if (dest.startsWith(prefix)) throw inside;
          for (let dir = dirnameOf(dest); ; dir = dirnameOf(dir)) {
            const stats = statOf(sys, dir, true);
            if (stats !== undefined && sameFile(stats, source)) throw inside;
            if (dir === '/' || dir === '.') break;
          }
          if (!recursive) throw codedError('ERR_FS_EISDIR', `Recursive option not enabled, cannot copy a directory: ${prefix}`);
        }
        const type = typeOf(source);
        if (type === S.IFSOCK) throw codedError('ERR_FS_CP_SOCKET', `Cannot copy a socket file: ${dest}`);
        if (type === S.IFIFO) throw codedError('ERR_FS_CP_FIFO_PIPE', `Cannot copy a FIFO pipe: ${dest}`);
        makeDirectories(sys, dirnameOf(dest), 0o777);
      });
    },

    cpSyncOverrideFile(from: NodePath, to: NodePath, mode: number, preserveTimestamps: boolean): void {
      const src = textOf(from);
      const dest = textOf(to);
      permits(rt.permission, 'rW', [src, dest]);
      guarded('unlink', dest, () => {
        sys.unlink(dest);
        copyFile(sys, src, dest, mode);
        if (preserveTimestamps) copyTimes(sys, src, dest);
      });
    },

    // Links inside a tree are copied as links, whatever `dereference` says: so does Node's own copy.
    cpSyncCopyDir(from: NodePath, to: NodePath, force: boolean, dereference: boolean, errorOnExist: boolean, verbatimSymlinks: boolean, preserveTimestamps: boolean): void {
      guarded('cp', textOf(to), () => copyTree(sys, textOf(from), textOf(to), { force, dereference, errorOnExist, verbatimSymlinks, preserveTimestamps }));
    },
  };
}
