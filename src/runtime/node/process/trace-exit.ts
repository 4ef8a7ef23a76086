/** `--trace-exit` (Environment::Exit of src/env.cc): who ended the process. */
import type { CoreRuntime } from '../core.ts';

/** @param code of the exit; @param exit the function whose caller is the first frame */
export function traceExit(rt: CoreRuntime, code: number, exit: Function): void {
  const { stackTraceLimit } = Error as unknown as { stackTraceLimit: number };
  const frames = rt.stacks.capture(typeof stackTraceLimit === 'number' ? stackTraceLimit : 10, exit).map((frame) => {
    const place = `${frame.getFileName()}:${frame.getLineNumber()}:${frame.getColumnNumber()}`;
    const name = frame.getFunctionName();
    // Functions' own names, as the engine's printer has them: one with a dot is a guess from what the function was assigned to.
    return `    at ${name && !name.includes('.') ? `${name} (${place})` : place}\n`;
  });
  rt.writeError(`(node:${rt.process.pid}) WARNING: Exited the environment with code ${code}\n${frames.join('')}\n`);
}
