import type { Binding } from '../runtime.ts';
import { expose } from '../streams/expose.ts';
import { jsStreamClasses } from '../streams/js-stream.ts';

export const js_stream: Binding = {
  name: 'js_stream',
  create: (rt, shape) => expose(shape, { JSStream: jsStreamClasses(rt).JSStream }),
};
