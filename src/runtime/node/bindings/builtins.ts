/** internalBinding('builtins'): the library's own loader. */
import type { CoreRuntime } from '../core.ts';
import type { Binding } from '../runtime.ts';

export const builtinsBinding: Binding = {
  name: 'builtins',
  create(rt: CoreRuntime, shape) {
    const { ids, categories } = rt.shapes.__builtins;
    const result = Object.assign(shape, {
      builtinIds: ids,
      builtinCategories: categories,
      compileFunction: (id: string) => rt.natives.compile(id),
      setInternalLoaders(internalBinding: CoreRuntime['internalBinding'], requireBuiltin: CoreRuntime['requireBuiltin']) {
        rt.internalBinding = internalBinding;
        rt.requireBuiltin = requireBuiltin;
      },
      hasCachedBuiltins: () => true,
    });
    // `process.binding('natives')`: read one by one, as most programs look at none.
    Object.defineProperty(result, 'natives', {
      configurable: true,
      enumerable: true,
      get() {
        const out: { [id: string]: string } = {};
        for (const id of ids as string[]) out[id] = rt.natives.source(id);
        return out;
      },
    });
    return result;
  },
};
