import type { Binding } from '../runtime.ts';
import { expose } from '../streams/expose.ts';

/** Requests are plain objects here: their asynchronous context begins when one is submitted (`streams/stream-wrap.ts`). */
export const stream_wrap: Binding = {
  name: 'stream_wrap',
  create(_rt, shape) {
    return expose(shape, { WriteWrap: class WriteWrap {}, ShutdownWrap: class ShutdownWrap {} });
  },
};
