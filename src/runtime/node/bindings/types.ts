/** internalBinding('types'): kinds of objects, by their internal slots as far as a script can feel them. */
import type { CoreRuntime } from '../core.ts';
import type { Binding } from '../runtime.ts';
import { typeTests } from '../type-tests.ts';

export const typesBinding: Binding = {
  name: 'types',
  create(rt: CoreRuntime, shape) {
    const tests = typeTests(rt);
    // Only what Node has here: the library adds others of its own, and their order shows in `util.types`.
    for (const name of Object.keys(shape)) if (tests[name]) shape[name] = tests[name];
    return shape;
  },
};
