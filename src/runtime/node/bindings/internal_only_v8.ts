import type { Binding } from '../runtime.ts';

/** Heap queries of `v8.queryObjects`; a page cannot enumerate its own heap. */
export const internal_only_v8: Binding = {
  name: 'internal_only_v8',
  create(_rt, shape) {
    return Object.assign(shape, {
      queryObjects() {
        throw Object.assign(new Error('v8.queryObjects() is not available in this runtime'), { code: 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM' });
      },
    });
  },
};
