/** internalBinding('inspector'): the module loads and sessions connect, as programs that only might measure expect; there is no inspector to open, and nobody who does what a session asks. */
import type { Binding } from '../runtime.ts';
import { NotAvailableError } from '../stubs.ts';

/** Why there is none; ends a sentence. */
export const INSPECTOR_REASON = "the browser's own tools are its debugger, and no program reaches them";

/** JSON-RPC's number for it. */
const METHOD_NOT_FOUND = -32601;

export const inspector: Binding = {
  name: 'inspector',
  create(rt, shape) {
    const console: { [name: string]: () => void } = {};
    // What goes to the console of an inspector that is not attached is lost in Node too.
    for (const name in shape.console) console[name] = { [name]() {} }[name]!;
    let warned = false;
    /** Each request is answered with an error, as a method is that an inspector does not know. A program that does not wait for the answer learns it from a warning. */
    class Connection {
      private readonly onMessage: (message: string) => void;

      constructor(onMessage: (message: string) => void) {
        this.onMessage = onMessage;
      }

      dispatch(text: string): void {
        const { id, method } = JSON.parse(text) as { id: number; method: string };
        const error = new NotAvailableError(`inspector.Session: ${method}`, INSPECTOR_REASON);
        if (!warned) rt.process.emitWarning(error.message, { code: error.code });
        warned = true;
        this.onMessage(JSON.stringify({ id, error: { code: METHOD_NOT_FOUND, message: error.message } }));
      }

      disconnect(): void {}
    }
    return Object.assign(shape, {
      isEnabled: () => false,
      url: () => undefined,
      open() {
        throw new NotAvailableError('inspector.open()', INSPECTOR_REASON);
      },
      waitForDebugger: () => false,
      emitProtocolEvent() {},
      // Where the inspector could not start, as it never can here, there is nobody to pause for: `--inspect-brk` calls the main module so.
      callAndPauseOnStart: (fn: (...args: unknown[]) => unknown, self: unknown, ...args: unknown[]) => Reflect.apply(fn, self, args),
      console,
      Connection,
      MainThreadConnection: Connection,
    });
  },
};
