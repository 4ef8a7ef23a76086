import type { Binding } from '../runtime.ts';

/** The module loads, as many programs import it without using it; sessions need an HTTP/2 implementation this runtime does not have and name themselves. */
export const http2: Binding = {
  name: 'http2',
  create: (_rt, shape) => Object.assign(shape, { setCallbackFunctions() {} }),
};
