/** The shape of one file of system-call handlers. */
import type { CallSignature } from '../../abi/mailbox.ts';
import type { SyscallName } from '../../abi/syscalls.ts';
import type { PENDING } from '../../abi/mailbox.ts';
import type { Process } from '../types.ts';

type WithProcess<F> = F extends (...args: infer A) => infer R ? (process: Process, ...args: A) => R | typeof PENDING : never;

/**
 * Handlers of the named calls, arguments and results typed from `Sys`. Arguments come from a process and may be anything: a handler checks
 * what it uses (see `arguments.ts`). It returns the value, PENDING (see `block.ts`), or throws `SysError`.
 */
export type CallGroup<K extends SyscallName> = { [N in K]: WithProcess<CallSignature<N>> };
