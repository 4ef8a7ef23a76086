/** The operators that `test`, `[` and `[[` share. */
import type { Sys } from '../../abi/syscalls.ts';
import { S } from '../../abi/constants.ts';
import { isTty, type Handle } from './io.ts';

/** A file test or a string test; null when the operator is not one. `fd` gives the descriptor behind a number. */
export function unaryTest(sys: Sys, op: string, value: string, fd: (n: number) => Handle | undefined): boolean | null {
  switch (op) {
    case '-z': return value === '';
    case '-n': return value !== '';
    case '-t': {
      const handle = fd(Number(value));
      return typeof handle === 'number' && isTty(sys, handle);
    }
    case '-h':
    case '-L': return kind(sys, value, false) === S.IFLNK;
    case '-a':
    case '-e': return kind(sys, value, true) !== null;
    case '-f': return kind(sys, value, true) === S.IFREG;
    case '-d': return kind(sys, value, true) === S.IFDIR;
    case '-p': return kind(sys, value, true) === S.IFIFO;
    case '-S': return kind(sys, value, true) === S.IFSOCK;
    case '-c': return kind(sys, value, true) === S.IFCHR;
    case '-b': return kind(sys, value, true) === S.IFBLK;
    case '-s': return field(sys, value, 8) > 0;
    case '-r': return access(sys, value, 4);
    case '-w': return access(sys, value, 2);
    case '-x': return access(sys, value, 1);
    case '-u': return (Math.max(field(sys, value, 1), 0) & 0o4000) !== 0;
    case '-g': return (Math.max(field(sys, value, 1), 0) & 0o2000) !== 0;
    case '-k': return (Math.max(field(sys, value, 1), 0) & 0o1000) !== 0;
    case '-O': return field(sys, value, 3) === 1000;
    case '-G': return field(sys, value, 4) === 1000;
    case '-N': return field(sys, value, 11) > field(sys, value, 10);
    default: return null;
  }
}

/** A comparison of two words; null when the operator is not one. `number` reads an integer (and complains). */
export function binaryTest(sys: Sys, op: string, left: string, right: string, number: (s: string) => bigint): boolean | null {
  switch (op) {
    case '=':
    case '==': return left === right;
    case '!=': return left !== right;
    case '<': return left < right;
    case '>': return left > right;
    case '-eq': return number(left) === number(right);
    case '-ne': return number(left) !== number(right);
    case '-lt': return number(left) < number(right);
    case '-le': return number(left) <= number(right);
    case '-gt': return number(left) > number(right);
    case '-ge': return number(left) >= number(right);
    case '-nt': return field(sys, left, 11) > field(sys, right, 11);
    case '-ot': return field(sys, left, 11) < field(sys, right, 11);
    case '-ef': return field(sys, left, 7) >= 0 && field(sys, left, 7) === field(sys, right, 7) && field(sys, left, 0) === field(sys, right, 0);
    default: return null;
  }
}

function kind(sys: Sys, path: string, follow: boolean): number | null {
  try {
    return sys.stat(path, follow)[1] & S.IFMT;
  } catch {
    return null;
  }
}

function field(sys: Sys, path: string, index: number): number {
  try {
    return sys.stat(path, true)[index]!;
  } catch {
    return -1;
  }
}

function access(sys: Sys, path: string, mode: number): boolean {
  try {
    sys.access(path, mode);
    return true;
  } catch {
    return false;
  }
}
