/** internalBinding('inspector'): the module loads; there is no inspector to open, and a session measures coverage. */
import type { Binding } from '../runtime.ts';
import { NotAvailableError, unavailableClass } from '../stubs.ts';

/** Why there is no inspector; ends a sentence. */
export const INSPECTOR_REASON = "the browser's own tools are its debugger, and no program reaches them";

export const inspector: Binding = {
  name: 'inspector',
  create(rt, shape) {
    const console: { [name: string]: () => void } = {};
    // What goes to the console of an inspector that is not attached is lost in Node too.
    for (const name in shape.console) console[name] = { [name]() {} }[name]!;
    return Object.assign(shape, {
      isEnabled: () => false,
      url: () => undefined,
      open() {
        rt.permission?.demand('Inspector', 'StartIoThread');
        throw new NotAvailableError('inspector.open()', INSPECTOR_REASON);
      },
      waitForDebugger: () => false,
      emitProtocolEvent() {},
      // Where the inspector could not start, as it never can here, there is nobody to pause for: `--inspect-brk` calls the main module so.
      callAndPauseOnStart: (fn: (...args: unknown[]) => unknown, self: unknown, ...args: unknown[]) => Reflect.apply(fn, self, args),
      console,
      Connection: class Connection {
        constructor(answer: (message: string) => void) {
          rt.permission?.demand('Inspector', 'Connect');
          return new (rt.internalBinding('coverage').CoverageConnection)(rt, answer);
        }
      },
      MainThreadConnection: unavailableClass('MainThreadConnection', 'inspector.Session', INSPECTOR_REASON),
    });
  },
};
