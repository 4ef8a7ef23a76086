import type { SysError } from '../../abi/errno.ts';
import { permits } from '../fs/needs.ts';
import { encodeName, type NodePath, textOf } from '../fs/path.ts';
import { deliver, failureOf, refusal } from '../fs/request.ts';
import type { Binding, Internal } from '../runtime.ts';
import { handleClasses } from '../streams/handle-wrap.ts';

type Entry = [name: string, type: number];

export const fs_dir: Binding = {
  name: 'fs_dir',
  create(rt, shape) {
    const { AsyncWrap } = handleClasses(rt);
    const kUsePromises: symbol = rt.internalBinding('symbols').fs_use_promises_symbol;

    /** Entries are read when the directory is opened: a listing here is one call, and what changes later need not show in it (readdir(3)). */
    class DirHandle extends AsyncWrap {
      #entries: Entry[];
      constructor(entries: Entry[]) {
        super('DIRHANDLE');
        this.#entries = entries;
      }
      #next(encoding: unknown, count: number): unknown {
        if (this.#entries.length === 0) return null;
        return this.#entries.splice(0, count).flatMap(([name, type]) => [encodeName(rt, name, encoding), type]);
      }
      read(encoding: unknown, count: number, req?: Internal): unknown {
        if (req === undefined) return this.#next(encoding, count);
        return deliver(rt, req, kUsePromises, () => this.#next(encoding, count));
      }
      close(req?: Internal): unknown {
        this.#entries = [];
        return req === undefined ? undefined : deliver(rt, req, kUsePromises, () => undefined);
      }
    }

    const open = (target: NodePath, named: boolean): DirHandle => {
      try {
        return new DirHandle(rt.sys.readdir(textOf(target)) as Entry[]);
      } catch (e) {
        throw failureOf(e as SysError, 'opendir', named ? textOf(target) : undefined);
      }
    };
    const openSync = (path: NodePath, named: boolean): DirHandle => {
      try {
        return open(path, named);
      } catch (e) {
        const failure = failureOf(e, 'opendir');
        return rt.throwErrno(failure.errno, failure.syscall, failure.path);
      }
    };
    return Object.assign(shape, {
      DirHandle,
      opendir(path: NodePath, _encoding: unknown, req?: Internal) {
        const refused = refusal(rt, 'r', [path], req, kUsePromises);
        if (refused) return refused.returns;
        return req === undefined ? openSync(path, true) : deliver(rt, req, kUsePromises, () => open(path, true));
      },
      // The synchronous form does not name the path in its error: neither does Node's.
      opendirSync(path: NodePath) {
        permits(rt.permission, 'r', [path]);
        return openSync(path, false);
      },
    });
  },
};
