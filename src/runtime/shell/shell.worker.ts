/** The worker of the shell and the coreutils: waits for its start message, runs one program, ends. */
import { createSys, type MailboxInit } from '../abi/mailbox.ts';
import type { KernelToProcess, ProcessToKernel, StartMessage } from '../abi/messages.ts';
import type { Sys } from '../abi/syscalls.ts';
import { runProgram } from './program.ts';
import { MORE_NAMES } from './commands/names.ts';
import type { MoreEntry } from './more/more-entry.ts';
import { noteSignals } from './run/signals.ts';
import type { Shell } from './run/shell.ts';

interface Scope {
  onmessage: ((event: { data: KernelToProcess }) => void) | null;
  postMessage(message: ProcessToKernel): void;
  importScripts(address: string): void;
  __tabloomMore?: MoreEntry;
}
const scope = globalThis as unknown as Scope;

/** Part of the programs that holds the rarer commands; its name is `SHELL_MORE_ASSET` of the frames. */
const MORE_PART = 'shell-more.js';

let sys: Sys | null = null;
let mailbox: MailboxInit | null = null;
let shell: Shell | null = null;

scope.onmessage = ({ data }) => {
  if (data.t === 'init') {
    mailbox = data.mailbox;
    sys = createSys(data.mailbox, { onSignals: (low) => shell && noteSignals(shell, low) });
    scope.postMessage({ t: 'ready' });
  } else if (data.t === 'start' && sys) {
    let status = 70;
    try {
      status = MORE_NAMES.includes(data.applet) ? runMore(sys, data) : runProgram(sys, data, (running) => (shell = running));
    } catch (e) {
      scope.postMessage({ t: 'crash', text: `${data.applet}: ${e instanceof Error ? (e.stack ?? e.message) : String(e)}\n` });
      return;
    }
    sys.exit(status);
  }
};

function runMore(calls: Sys, start: StartMessage): number {
  try {
    scope.importScripts(calls.asset(MORE_PART));
  } catch (e) {
    calls.write(2, new TextEncoder().encode(`${start.applet}: the command could not be loaded: ${e instanceof Error ? e.message : String(e)}\n`), -1);
    return 126;
  }
  return scope.__tabloomMore!(mailbox!, start);
}
