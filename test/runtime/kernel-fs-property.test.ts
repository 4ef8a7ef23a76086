/** Random sequences of file operations: the kernel and the Linux underneath must give the same results, errors and final trees. */
import fc from 'fast-check';
import fs from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { O, S } from '../../src/runtime/abi/constants.ts';
import { SysError } from '../../src/runtime/abi/errno.ts';
import { rmtree } from '../../src/runtime/kernel/fs/remove.ts';
import { createKernelFs, type KernelFs, type TestProcess } from '../support/kernel-fs.ts';
import { SEED, SOAK } from '../support/sample.ts';

type Op =
  | { op: 'write'; path: string; flags: number; content: string }
  | { op: 'mkdir' | 'rmdir' | 'unlink' | 'readdir' | 'readlink' | 'realpath' | 'readFile'; path: string }
  | { op: 'rename' | 'link' | 'symlink'; path: string; to: string }
  | { op: 'truncate'; path: string; length: number }
  | { op: 'chmod'; path: string; mode: number }
  | { op: 'open'; path: string; flags: number }
  | { op: 'close'; nth: number }
  | { op: 'pread'; nth: number; position: number }
  | { op: 'pwrite'; nth: number; position: number; content: string };

const name = fc.constantFrom('a', 'b', 'c');
const path = fc.tuple(fc.array(fc.constantFrom('a', 'b', 'c', '.', '..'), { maxLength: 2 }), name, fc.constantFrom('', '', '', '', '/')).map(([dirs, last, slash]) => [...dirs, last].join('/') + slash);
const flags = fc
  .tuple(fc.constantFrom(O.RDONLY, O.WRONLY, O.RDWR), fc.subarray([O.CREAT, O.EXCL, O.TRUNC, O.APPEND, O.DIRECTORY, O.NOFOLLOW]))
  .map(([access, bits]) => bits.reduce<number>((sum, bit) => sum | bit, access))
  // Linux leaves these two without a meaning: EXCL without CREAT, and DIRECTORY with CREAT (whose answer changed between releases).
  .filter((f) => ((f & O.EXCL) === 0 || (f & O.CREAT) !== 0) && ((f & O.DIRECTORY) === 0 || (f & (O.CREAT | O.TRUNC)) === 0));
const content = fc.string({ maxLength: 6 });
const nth = fc.nat(3);

const operation: fc.Arbitrary<Op> = fc.oneof(
  fc.record({ op: fc.constant('write' as const), path, flags: fc.constantFrom(O.WRONLY | O.CREAT | O.TRUNC, O.WRONLY | O.CREAT, O.WRONLY | O.CREAT | O.EXCL), content }),
  fc.record({ op: fc.constantFrom('mkdir' as const, 'mkdir' as const, 'rmdir' as const, 'unlink' as const, 'readdir' as const, 'readlink' as const, 'realpath' as const, 'readFile' as const), path }),
  fc.record({ op: fc.constantFrom('rename' as const, 'link' as const), path, to: path }),
  fc.record({ op: fc.constant('symlink' as const), path, to: fc.constantFrom('a', 'b', '../a', './c', 'a/b', '..') }),
  fc.record({ op: fc.constant('truncate' as const), path, length: fc.nat(8) }),
  fc.record({ op: fc.constant('chmod' as const), path, mode: fc.constantFrom(0o777, 0o600, 0o755, 0o555, 0o400) }),
  fc.record({ op: fc.constant('open' as const), path, flags }),
  fc.record({ op: fc.constant('close' as const), nth }),
  fc.record({ op: fc.constant('pread' as const), nth, position: fc.integer({ min: -1, max: 8 }) }),
  fc.record({ op: fc.constant('pwrite' as const), nth, position: fc.integer({ min: -1, max: 8 }), content }),
);

/** Paths have at most two `..`, links one: the directories above the working one belong to the test too. */
const ABOVE = 'x/y/z';

interface Machine { run(op: Op): unknown; dump(): string[]; end(): void }

function errorCode(e: unknown): string {
  if (e instanceof SysError) return e.code;
  const { code } = e as { code?: string };
  if (typeof code === 'string') return code;
  throw e;
}

function native(): Machine {
  const root = fs.realpathSync(fs.mkdtempSync(join(os.tmpdir(), 'kernel-fs-')));
  const base = join(root, ABOVE);
  fs.mkdirSync(base, { recursive: true });
  const fds: number[] = [];
  const at = (p: string): string => `${base}/${p}`;
  return {
    run(op) {
      switch (op.op) {
        case 'write': {
          const fd = fs.openSync(at(op.path), op.flags, 0o666);
          fs.writeSync(fd, op.content);
          return fs.closeSync(fd);
        }
        case 'mkdir': return fs.mkdirSync(at(op.path), 0o777);
        case 'rmdir': return fs.rmdirSync(at(op.path));
        case 'unlink': return fs.unlinkSync(at(op.path));
        case 'readdir': return fs.readdirSync(at(op.path));
        case 'readlink': return fs.readlinkSync(at(op.path));
        case 'realpath': return fs.realpathSync.native(at(op.path)).slice(root.length);
        case 'readFile': return fs.readFileSync(at(op.path), 'utf8');
        case 'rename': return fs.renameSync(at(op.path), at(op.to));
        case 'link': return fs.linkSync(at(op.path), at(op.to));
        case 'symlink': return fs.symlinkSync(op.to, at(op.path));
        case 'truncate': {
          const fd = fs.openSync(at(op.path), O.RDWR);
          try {
            return fs.ftruncateSync(fd, op.length);
          } finally {
            fs.closeSync(fd);
          }
        }
        case 'chmod': return fs.chmodSync(at(op.path), op.mode);
        case 'open': return void fds.push(fs.openSync(at(op.path), op.flags, 0o666));
        case 'close': return op.nth < fds.length ? fs.closeSync(fds.splice(op.nth, 1)[0]!) : undefined;
        case 'pread': {
          if (op.nth >= fds.length) return undefined;
          const buffer = Buffer.alloc(5);
          const n = fs.readSync(fds[op.nth]!, buffer, 0, 5, op.position < 0 ? null : op.position);
          return buffer.subarray(0, n).toString('latin1');
        }
        case 'pwrite': return op.nth < fds.length ? fs.writeSync(fds[op.nth]!, Buffer.from(op.content), 0, undefined, op.position < 0 ? null : op.position) : undefined;
      }
    },
    dump: () =>
      dumpTree(`${root}/x`, root.length, {
        stat(path) {
          const { mode, nlink, size } = fs.lstatSync(path);
          return { mode, nlink, size };
        },
        readlink: (path) => fs.readlinkSync(path),
        readFile: (path) => fs.readFileSync(path, 'utf8'),
        readdir: (path) => fs.readdirSync(path),
      }),
    end() {
      for (const fd of fds) fs.closeSync(fd);
      const open = (dir: string): void => {
        fs.chmodSync(dir, 0o700);
        for (const entry of fs.readdirSync(dir, { withFileTypes: true })) if (entry.isDirectory()) open(join(dir, entry.name));
      };
      open(root);
      fs.rmSync(root, { recursive: true });
    },
  };
}

/** `uid`: that of the test's own process, so that root passes permission checks in both worlds and others in neither. */
function kernel(umask: number, uid: number): Machine {
  const k: KernelFs = createKernelFs();
  const p: TestProcess = k.createProcess({ umask, uid });
  const root = '/home/project';
  k.vfs.lookup(k.vfs.kernel, root).uid = uid;
  for (const dir of ['x', 'x/y', 'x/y/z']) k.call(p, 'mkdir', dir, 0o777);
  const base = `${root}/${ABOVE}`;
  const fds: number[] = [];
  const at = (path: string): string => `${base}/${path}`;
  const utf8 = (b: Uint8Array): string => Buffer.from(b).toString('utf8');
  return {
    run(op) {
      switch (op.op) {
        case 'write': return k.call(p, 'writeFileBytes', at(op.path), op.flags, 0o666, Buffer.from(op.content));
        case 'mkdir': return k.call(p, 'mkdir', at(op.path), 0o777);
        case 'rmdir': return k.call(p, 'rmdir', at(op.path));
        case 'unlink': return k.call(p, 'unlink', at(op.path));
        case 'readdir': return k.call(p, 'readdir', at(op.path)).map(([entry]) => entry);
        case 'readlink': return k.call(p, 'readlink', at(op.path));
        case 'realpath': return k.call(p, 'realpath', at(op.path)).slice(root.length);
        case 'readFile': return utf8(k.call(p, 'readFileBytes', at(op.path)));
        case 'rename': return k.call(p, 'rename', at(op.path), at(op.to));
        case 'link': return k.call(p, 'link', at(op.path), at(op.to));
        case 'symlink': return k.call(p, 'symlink', op.to, at(op.path));
        case 'truncate': {
          const fd = k.call(p, 'open', at(op.path), O.RDWR, 0);
          k.call(p, 'ftruncate', fd, op.length);
          return k.call(p, 'close', fd);
        }
        case 'chmod': return k.call(p, 'chmod', at(op.path), op.mode);
        case 'open': return void fds.push(k.call(p, 'open', at(op.path), op.flags, 0o666));
        case 'close': return op.nth < fds.length ? k.call(p, 'close', fds.splice(op.nth, 1)[0]!) : undefined;
        case 'pread': return op.nth < fds.length ? Buffer.from(k.call(p, 'readBytes', fds[op.nth]!, 5, op.position)).toString('latin1') : undefined;
        case 'pwrite': return op.nth < fds.length ? k.call(p, 'writeBytes', fds[op.nth]!, Buffer.from(op.content), op.position) : undefined;
      }
    },
    dump: () =>
      dumpTree(`${root}/x`, root.length, {
        stat(path) {
          const [, mode, nlink, , , , , , size] = k.call(p, 'stat', path, false);
          return { mode, nlink, size };
        },
        readlink: (path) => k.call(p, 'readlink', path),
        readFile: (path) => utf8(k.call(p, 'readFileBytes', path)),
        readdir: (path) => k.call(p, 'readdir', path).map(([entry]) => entry),
      }),
    end() {
      for (const fd of p.fds.numbers()) p.fds.close(fd);
      rmtree(k.vfs, k.vfs.kernel, `${root}/x`);
      // Whatever was unlinked, overwritten or truncated: no memory stays charged.
      expect(k.vfs.storage.used).toBe(0);
    },
  };
}

interface Reader {
  stat(path: string): { mode: number; nlink: number; size: number };
  readlink(path: string): string;
  readFile(path: string): string;
  readdir(path: string): string[];
}

/** One line per entry below `path`: name, mode, links, contents; the error's code where the modes forbid to look. */
function dumpTree(path: string, strip: number, reader: Reader): string[] {
  try {
    const { mode, nlink, size } = reader.stat(path);
    const line = `${path.slice(strip)} ${mode.toString(8)}`;
    if ((mode & S.IFMT) === S.IFDIR) {
      const lines = [line];
      try {
        for (const child of reader.readdir(path)) lines.push(...dumpTree(`${path}/${child}`, strip, reader));
      } catch (e) {
        lines.push(errorCode(e));
      }
      return lines;
    }
    if ((mode & S.IFMT) === S.IFLNK) return [`${line} ${nlink} ${size} -> ${reader.readlink(path)}`];
    let content: string;
    try {
      content = reader.readFile(path);
    } catch (e) {
      content = errorCode(e);
    }
    return [`${line} ${nlink} ${size} ${content}`];
  } catch (e) {
    return [`${path.slice(strip)} ${errorCode(e)}`];
  }
}

function outcome(machine: Machine, op: Op): unknown {
  try {
    return machine.run(op) ?? 'ok';
  } catch (e) {
    return errorCode(e);
  }
}

const supported = process.platform === 'linux';
describe.runIf(supported)('kernel against Linux', () => {
  it('agrees on results, errors and final trees', () => {
    const umask = process.umask();
    fc.assert(
      fc.property(fc.array(operation, { minLength: 1, maxLength: 40 }), (ops) => {
        const theirs = native();
        const ours = kernel(umask, process.getuid?.() ?? 0);
        try {
          for (const op of ops) expect({ op, result: outcome(ours, op) }).toEqual({ op, result: outcome(theirs, op) });
          expect(ours.dump()).toEqual(theirs.dump());
        } finally {
          theirs.end();
          ours.end();
        }
      }),
      { numRuns: SOAK ? 5000 : 150, seed: SEED },
    );
  });
});
