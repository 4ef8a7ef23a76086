/** The attached tab's end of a process that runs in the owner's sandbox. */
import type { SandboxProcess } from '../sandbox.ts';
import type { ToOwner } from './messages.ts';
import { OUTPUT_WINDOW } from './output-valve.ts';

/** Exit code of a process whose owner is gone: that of a killed one. */
export const KILLED = 137;
/** Characters read between two confirmations: one for each key press would double the traffic. */
const CONFIRM = OUTPUT_WINDOW / 4;
/** Characters that the stream keeps ready for its reader. */
const READY = OUTPUT_WINDOW / 4;

export interface RemoteProcess {
  readonly process: SandboxProcess;
  output(text: string): void;
  outputEnd(): void;
  exit(code: number): void;
  /** Resolves when it has ended and all of its output is here. */
  readonly ended: Promise<unknown>;
}

export function remoteProcess(handle: number, send: (message: ToOwner) => void): RemoteProcess {
  let controller!: ReadableStreamDefaultController<string>;
  let received = 0;
  let confirmed = 0;
  let over = false;
  let exited!: (code: number) => void;
  let closed!: () => void;
  const complete = new Promise<void>((resolve) => { closed = resolve; });
  const exit = new Promise<number>((resolve) => { exited = resolve; });
  const confirm = (): void => {
    const queued = READY - (controller.desiredSize ?? READY);
    const count = received - confirmed - queued;
    if (over || count < CONFIRM) return;
    confirmed += count;
    send({ t: 'taken', handle, count });
  };
  const output = new ReadableStream<string>({
    start(own) { controller = own; },
    pull: confirm,
    // The owner reads on without us: no process waits for a reader.
    cancel() { over = true; },
  }, { highWaterMark: READY, size: (text) => text.length });
  return {
    process: {
      exit, output,
      input: new WritableStream<string>({ write: (text) => send({ t: 'input', handle, text }) }),
      kill: () => send({ t: 'kill', handle }),
      resize: ({ cols, rows }) => send({ t: 'resize', handle, cols, rows }),
    },
    output(text) {
      if (over) return;
      received += text.length;
      controller.enqueue(text);
    },
    outputEnd() {
      closed();
      if (over) return;
      over = true;
      controller.close();
    },
    exit: exited,
    ended: Promise.all([exit, complete]),
  };
}
