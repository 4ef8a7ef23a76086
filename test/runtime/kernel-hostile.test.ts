/** Whatever a process sends, the kernel answers with an errno: no handler meets a value it did not expect. */
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SysError } from '../../src/runtime/abi/errno.ts';
import { PENDING } from '../../src/runtime/abi/mailbox.ts';
import { SYSCALLS } from '../../src/runtime/abi/syscalls.ts';
import { TestKernel } from '../support/kernel-processes.ts';

let k: TestKernel;
beforeEach(() => {
  k = new TestKernel();
});
afterEach(() => k.close());

// What the mailbox's encoding can carry.
const scalar = fc.oneof(
  fc.constantFrom(undefined, null, true, false, -1, 0, 1, 2, 3, 7, 1e9, -1e9, 2 ** 40, NaN, Infinity, 0.5, '', '.', '..', '/', '/tmp', '/dev/tty', '/dev/fd/0', 'sh', '127.0.0.1', '::', 'a\0b', '__proto__', 'length', 'push', 'constructor'),
  fc.integer(), fc.double(), fc.string(), fc.uint8Array({ maxLength: 20 }),
);
const value = fc.oneof({ weight: 6, arbitrary: scalar }, fc.array(scalar, { maxLength: 4 }), fc.dictionary(fc.constantFrom('file', 'args', 'env', 'fds', 'cwd', 'pgid', 'setsid', 'ctty', 'payload', '__proto__'), fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }), fc.dictionary(fc.string(), scalar, { maxKeys: 2 }))));

it('answers any arguments of any call', () => {
  let { process } = k.terminalProcess();
  fc.assert(fc.property(fc.constantFrom(...SYSCALLS), fc.array(value, { maxLength: 6 }), (name, args) => {
    if (!process.alive) ({ process } = k.terminalProcess());
    try {
      const result = k.kernel.syscalls[name](process, ...(args as never[]));
      // A process has one call at a time: while it waits, the server takes no other.
      if (result === PENDING) process.cancelWait?.();
    } catch (error) {
      if (!(error instanceof SysError)) throw error;
    }
  }), { numRuns: 4_000 });
  expect(k.kernel.table.init.alive).toBe(true);
});
