/** internalBinding('url_pattern'): the browser's URLPattern. */
import type { CoreRuntime } from '../core.ts';
import type { Binding } from '../runtime.ts';

export const urlPatternBinding: Binding = {
  name: 'url_pattern',
  create(rt: CoreRuntime, shape) {
    const { URLPattern: Native } = rt.native as unknown as { URLPattern?: new (...args: unknown[]) => object };
    if (Native === undefined) return shape;
    // The browser's own words for a pattern it cannot read are not Node's.
    class URLPattern extends Native {
      constructor(...args: unknown[]) {
        try {
          super(...args);
        } catch (error) {
          if (error instanceof TypeError && args.every((arg) => typeof arg !== 'symbol')) throw Object.assign(new TypeError('Failed to construct URLPattern'), { code: 'ERR_INVALID_URL_PATTERN' });
          throw error;
        }
      }
    }
    const { constructor: _constructor, ...members } = Object.getOwnPropertyDescriptors(Native.prototype as object) as { [name: string]: PropertyDescriptor };
    Object.defineProperties(URLPattern.prototype, members);
    return Object.assign(shape, { URLPattern });
  },
};
