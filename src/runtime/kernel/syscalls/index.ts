/** All system-call handlers: one line per group. */
import type { HandlerTable } from '../../abi/mailbox.ts';
import type { Kernel, Process } from '../types.ts';
import { assetCalls } from './assets.ts';
import { clientCalls } from './client.ts';
import { datagramCalls } from './datagrams.ts';
import { fileCalls } from './files.ts';
import { ioCalls } from './io.ts';
import { lockCalls } from './locks.ts';
import { networkCalls } from './network.ts';
import { outsideCalls } from './outside.ts';
import { pathCalls } from './paths.ts';
import { pollCalls } from './poll.ts';
import { processCalls } from './process.ts';
import { threadCalls } from './threads.ts';
import { terminalCalls } from './terminal.ts';
import { watchCalls } from './watch.ts';

export function createSyscalls(kernel: Omit<Kernel, 'syscalls'>): HandlerTable<Process> {
  return {
    ...fileCalls(kernel),
    ...ioCalls(kernel),
    ...pollCalls(),
    ...pathCalls(kernel),
    ...watchCalls(kernel),
    ...processCalls(kernel),
    ...terminalCalls(),
    ...threadCalls(kernel),
    ...lockCalls(),
    ...networkCalls(kernel),
    ...datagramCalls(kernel),
    ...outsideCalls(kernel),
    ...assetCalls(kernel),
    ...clientCalls(kernel),
  };
}
