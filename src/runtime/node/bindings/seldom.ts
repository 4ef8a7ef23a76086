/** Not a binding of Node's: what few processes need of parts that are in every one. It comes with the rare bindings. */
import type { CoreRuntime } from '../core.ts';
import { ConfigFault, readConfig } from '../options/config-json.ts';
import { environmentTracer } from '../process/trace-env.ts';
import { runScript } from '../run-script.ts';
import type { Binding } from '../runtime.ts';
import { engineMark } from '../vm/marks.ts';

export const seldom: Binding = {
  name: 'seldom',
  create: (rt: CoreRuntime, shape) => Object.assign(shape, { engineMark, readConfig, ConfigFault, environmentTracer: () => environmentTracer(rt), runScript: (script: string, rest: string[]) => runScript(rt, script, rest) }),
};
