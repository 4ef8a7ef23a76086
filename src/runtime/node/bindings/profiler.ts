/** internalBinding('profiler'): coverage comes from V8's inspector, which no program in a browser reaches. As long as none is asked for there is nothing to take or to stop. */
import type { Binding } from '../runtime.ts';
import { NotAvailableError } from '../stubs.ts';

export const profiler: Binding = {
  name: 'profiler',
  create(rt, shape) {
    const nothing = (name: string) => ({
      [name]() {
        if (rt.process.env.NODE_V8_COVERAGE) throw new NotAvailableError(`v8.${name}()`, "coverage (NODE_V8_COVERAGE) comes from the engine's inspector, which the browser keeps to itself");
      },
    })[name]!;
    return Object.assign(shape, { takeCoverage: nothing('takeCoverage'), stopCoverage: nothing('stopCoverage') });
  },
};
