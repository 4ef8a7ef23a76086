/** internalBinding('url_pattern'): the browser's URLPattern. */
import type { CoreRuntime } from '../core.ts';
import type { Binding } from '../runtime.ts';

export const urlPatternBinding: Binding = {
  name: 'url_pattern',
  create(rt: CoreRuntime, shape) {
    const { URLPattern } = rt.native as unknown as { URLPattern?: Function };
    return URLPattern === undefined ? shape : Object.assign(shape, { URLPattern });
  },
};
