/** The one-call natives: whole files, existence, removal, and what module resolution asks. They have no asynchronous form. */
import { O, S } from '../../abi/constants.ts';
import { ERRNO, SysError } from '../../abi/errno.ts';
import { utf8Text } from '../buffer/encodings.ts';
import type { Internal, NodeRuntime } from '../runtime.ts';
import { codedError } from './cp-links.ts';
import { descriptors } from './descriptors.ts';
import { statOf } from './directories.ts';
import { lookups } from './lookups.ts';
import { permits } from './needs.ts';
import { type NodePath, textOf } from './path.ts';
import { failureOf, type FsFailure, step } from './request.ts';

const encoder = new TextEncoder();

const MAIN_ENDINGS = ['', '.js', '.json', '.node', '/index.js', '/index.json', '/index.node'];
const INDEX_FILES = ['index.js', 'index.json', 'index.node'];

export function wholeFiles(rt: NodeRuntime): { [name: string]: Internal } {
  const { sys } = rt;
  const fds = descriptors(rt);
  const raise = (f: FsFailure): never => rt.throwErrno(f.errno, f.syscall, f.path, f.dest);
  const guarded = <R>(syscall: string, path: string | undefined, run: () => R): R => {
    try {
      return run();
    } catch (e) {
      return raise(failureOf(e, syscall, path));
    }
  };
  const known = lookups(rt);
  const moduleStat = (path: string): number => known.moduleStat(path);

  return {
    existsSync(path: NodePath): boolean {
      permits(rt.permission, 'r', [path]);
      try {
        sys.access(textOf(path), 0);
        return true;
      } catch {
        return false;
      }
    },

    readFileUtf8(target: NodePath | number, flags: number): string {
      if (typeof target === 'number') return guarded('read', undefined, () => utf8Text(fds.readAll(target)));
      const path = textOf(target);
      permits(rt.permission, 'o', [path, flags]);
      return guarded('read', undefined, () => {
        if (flags === O.RDONLY) {
          try {
            return utf8Text(known.read(path));
          } catch (e) {
            // The one call stands for open and read: only reading a directory fails in its second half.
            throw e instanceof SysError && e.errno !== ERRNO.EISDIR ? failureOf(e, 'open', path) : e;
          }
        }
        const fd = step('open', path, () => sys.open(path, flags, 0o666));
        try {
          return utf8Text(fds.readAll(fd));
        } finally {
          sys.close(fd);
        }
      });
    },

    writeFileUtf8(target: NodePath | number, text: string, flags: number, mode: number): void {
      const bytes = encoder.encode(text);
      if (typeof target === 'number') {
        guarded('write', undefined, () => {
          let done = 0;
          while (done < bytes.length) done += sys.write(target, bytes.subarray(done), -1);
        });
        return;
      }
      permits(rt.permission, 'o', [target, flags]);
      guarded('open', textOf(target), () => {
        try {
          sys.writeFile(textOf(target), flags, mode, bytes);
        } catch (e) {
          // One call opens and writes here; no room is found by writing, which names no path.
          if (e instanceof SysError && e.code === 'ENOSPC') guarded('write', undefined, () => { throw e; });
          throw e;
        }
      });
    },

    /** rm -r. What is not there is no error; retries make no sense where nothing else holds files. */
    rmSync(target: NodePath, _maxRetries: number, recursive: boolean): void {
      const path = textOf(target);
      permits(rt.permission, 'w', [path]);
      guarded('rm', path, () => {
        const stats = statOf(sys, path, false);
        if (stats === undefined) return;
        if ((stats[1] & S.IFMT) !== S.IFDIR) sys.unlink(path);
        else if (recursive) sys.rmtree(path);
        else throw codedError('ERR_FS_EISDIR', `Path is a directory: ${path}`);
      });
    },

    /** 0 for a file, 1 for a directory, else the negative errno. Older callers pass a receiver first. */
    internalModuleStat: (path: Internal, second?: string): number => moduleStat(typeof path === 'string' ? path : second ?? textOf(path)),

    getFormatOfExtensionlessFile(path: string): number {
      const head = new Uint8Array(4);
      try {
        const fd = sys.open(path, O.RDONLY, 0);
        try {
          sys.read(fd, head, 0);
        } finally {
          sys.close(fd);
        }
      } catch {
        return 0;
      }
      // "\0asm"
      return head[0] === 0 && head[1] === 0x61 && head[2] === 0x73 && head[3] === 0x6d ? 1 : 0;
    },

    /** `fs.realpathSync` for the module loaders (build/node-patches.ts); undefined sends them the long way. */
    moduleRealpath: (path: string): string | undefined => (rt.permission ? undefined : known.realpath(path)),

    /** A whole file for `fs.readFileSync` without an encoding (build/node-patches.ts): undefined sends it the long way, which knows every error. */
    readWhole(target: Internal): Uint8Array | undefined {
      if (rt.permission) return undefined;
      try {
        const path: string = typeof target === 'string' ? target : rt.requireBuiltin('internal/url').fileURLToPath(target);
        if (path.includes('\0') || /^\/(?:dev|proc)\//.test(path)) return undefined;
        const bytes = known.read(path);
        const buffer: Uint8Array = rt.requireBuiltin('buffer').Buffer.allocUnsafe(bytes.length);
        buffer.set(bytes);
        return buffer;
      } catch {
        return undefined;
      }
    },

    /** Index of the candidate that exists: seven endings of `main`, then three index files of the package. */
    legacyMainResolve(packagePath: string, main: string | undefined, base: string | undefined): number {
      const { resolve } = rt.requireBuiltin('path');
      const isFile = (name: string): boolean => {
        const path: string = resolve(packagePath, name);
        rt.permission?.demand('FileSystemRead', path);
        return moduleStat(path) === 0;
      };
      if (typeof main === 'string') {
        for (let i = 0; i < MAIN_ENDINGS.length; i++) if (isFile(main + MAIN_ENDINGS[i])) return i;
      }
      for (let i = 0; i < INDEX_FILES.length; i++) if (isFile(INDEX_FILES[i]!)) return MAIN_ENDINGS.length + i;
      if (typeof base !== 'string') throw Object.assign(new TypeError('The "base" argument must be of type string or an instance of URL.'), { code: 'ERR_INVALID_ARG_TYPE' });
      const from = ` imported from ${rt.requireBuiltin('internal/url').fileURLToPath(base)}`;
      throw codedError('ERR_MODULE_NOT_FOUND', `Cannot find package '${resolve(packagePath, typeof main === 'string' ? main : INDEX_FILES[0])}'${from}`);
    },
  };
}
