/** internalBinding('types'): kinds of objects, by their internal slots as far as a script can feel them. */
import type { CoreRuntime } from '../core.ts';
import type { Binding } from '../runtime.ts';
import { typeTests } from '../type-tests.ts';

export const typesBinding: Binding = {
  name: 'types',
  create: (rt: CoreRuntime, shape) => Object.assign(shape, typeTests(rt)),
};
