/** The worker of the shell and the coreutils: waits for its start message, runs one program, ends. */
import { createSys } from '../abi/mailbox.ts';
import type { KernelToProcess, ProcessToKernel } from '../abi/messages.ts';
import type { Sys } from '../abi/syscalls.ts';
import { runProgram } from './program.ts';
import { noteSignals } from './run/signals.ts';
import type { Shell } from './run/shell.ts';

interface Scope {
  onmessage: ((event: { data: KernelToProcess }) => void) | null;
  postMessage(message: ProcessToKernel): void;
}
const scope = globalThis as unknown as Scope;

let sys: Sys | null = null;
let shell: Shell | null = null;

scope.onmessage = ({ data }) => {
  if (data.t === 'init') {
    sys = createSys(data.mailbox, { onSignals: (low) => shell && noteSignals(shell, low) });
    scope.postMessage({ t: 'ready' });
  } else if (data.t === 'start' && sys) {
    let status = 70;
    try {
      status = runProgram(sys, data, (running) => (shell = running));
    } catch (e) {
      scope.postMessage({ t: 'crash', text: `${data.applet}: ${e instanceof Error ? (e.stack ?? e.message) : String(e)}\n` });
      return;
    }
    sys.exit(status);
  }
};
