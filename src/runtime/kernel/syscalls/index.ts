/** All system-call handlers: one line per group. */
import type { HandlerTable } from '../../abi/mailbox.ts';
import type { Kernel, Process } from '../types.ts';
import { fileCalls } from './files.ts';
import { ioCalls } from './io.ts';
import { pathCalls } from './paths.ts';
import { pollCalls } from './poll.ts';
import { watchCalls } from './watch.ts';

export function createSyscalls(kernel: Kernel): Partial<HandlerTable<Process>> {
  return {
    ...fileCalls(kernel),
    ...ioCalls(kernel),
    ...pollCalls(),
    ...pathCalls(kernel),
    ...watchCalls(kernel),
  };
}
