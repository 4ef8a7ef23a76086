/** `--trace-env` (TraceEnvVar of src/node_env_var.cc): which variables a program asks for, and where with `--trace-env-js-stack`. What Node's C++ asks for itself is not asked for here. */
import { optionsOf } from '../bindings/options.ts';
import type { CoreRuntime } from '../core.ts';
import { printedFrames } from './trace-exit.ts';

/** As many as the engine's trace has by default. */
const FRAMES = 10;

/** Undefined where nothing is traced. */
export function environmentTracer(rt: CoreRuntime): ((what: string, name?: string | symbol) => void) | undefined {
  const { values } = optionsOf(rt);
  if (values.get('--trace-env') !== true) return undefined;
  const withStack = values.get('--trace-env-js-stack') === true;
  return function trace(what, name) {
    if (typeof name === 'symbol') return;
    let out = `[--trace-env] ${what}${name === undefined ? '' : ` "${name}"`}\n`;
    let n = 0;
    if (withStack) out += `\n----- JavaScript stack trace -----\n\n${printedFrames(rt.stacks.capture(FRAMES, trace)).replace(/^ {4}at /gm, () => `${++n}: `)}\n\n`;
    rt.writeError(out);
  };
}
