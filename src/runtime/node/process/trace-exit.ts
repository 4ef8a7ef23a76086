/** `--trace-exit` (Environment::Exit of src/env.cc): who ended the process. */
import type { CoreRuntime } from '../core.ts';
import type { Frame } from '../stack-trace.ts';

/** Frames as the engine's printer has them: functions by their own names. One with a dot in it is a guess from what the function was assigned to. */
export function printedFrames(frames: readonly Frame[]): string {
  return frames.map((frame) => {
    const place = `${frame.getFileName()}:${frame.getLineNumber()}:${frame.getColumnNumber()}`;
    const name = frame.getFunctionName();
    return `    at ${name && (name[0] === '[' || !name.includes('.')) ? `${name} (${place})` : place}\n`;
  }).join('');
}

/** @param code of the exit; @param exit the function whose caller is the first frame */
export function traceExit(rt: CoreRuntime, code: number, exit: Function): void {
  const { stackTraceLimit } = Error as unknown as { stackTraceLimit: number };
  const thread = rt.start?.thread;
  const frames = rt.stacks.capture(typeof stackTraceLimit === 'number' ? stackTraceLimit : 10, exit);
  rt.writeError(`(node:${rt.process.pid}${thread === undefined ? '' : `, thread:${thread.id}`}) WARNING: Exited the environment with code ${code}\n${printedFrames(frames)}\n`);
}
