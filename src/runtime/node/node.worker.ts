/** The worker of one Node process. It boots as far as it goes, waits in the kernel's pool, and becomes a process with the start message. */
import type { KernelToProcess, ProcessToKernel, StartMessage } from '../abi/messages.ts';
import { createSys } from '../abi/mailbox.ts';
import { boot } from './boot.ts';
import type { CoreRuntime } from './core.ts';
import { connectLoop } from './connect-loop.ts';
import { startProcess } from './start-process.ts';
import { startThread } from './start-thread.ts';
import { warmUp } from './warm-up.ts';

const scope = globalThis as unknown as Pick<Worker, 'postMessage' | 'addEventListener'>;
// Taken before the boot removes the browser's names from the scope.
const post = scope.postMessage.bind(scope) as (message: ProcessToKernel) => void;
const listen = scope.addEventListener.bind(scope);
let rt: CoreRuntime | undefined;

function failed(error: unknown): void {
  post({ t: 'crash', text: `node failed to boot: ${error instanceof Error ? error.stack ?? error.message : String(error)}\n` });
}

function start(message: StartMessage): void {
  rt!.start = message;
  if (message.thread === undefined) startProcess(rt!);
  else startThread(rt!);
}

listen('message', (event: MessageEvent<KernelToProcess>) => {
  const message = event.data;
  switch (message.t) {
    case 'init':
      try {
        rt = boot(createSys(message.mailbox), { thread: message.thread, postNatives: (items) => post({ t: 'natives', items }) });
        connectLoop(rt);
        // A thread is wanted at once, and its library reads at load which thread it is.
        if (!message.thread) warmUp(rt);
      } catch (error) {
        failed(error);
        return;
      }
      post({ t: 'ready' });
      return;
    case 'start': start(message); return;
    case 'poll': rt!.loop.pollEvent(message.fd, message.events, message.watch); return;
    case 'child': rt!.loop.childEvent(message.pid, message.status); return;
    case 'signal': rt!.loop.signalEvent(message.signal); return;
    case 'port': rt!.threads.onPort(message.port); return;
    case 'natives': rt!.threads.onNatives(message.port, message.seq, message.items); return;
    case 'lock': rt!.threads.onLock(message.id, message.stolen); return;
    case 'thread': rt!.threads.ended.get(message.id)?.(message.code, message.error); return;
    case 'watch': rt!.loop.watchEvent(message.id, message.event, message.filename); return;
  }
});
