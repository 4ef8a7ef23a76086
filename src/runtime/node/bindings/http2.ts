import type { Binding } from '../runtime.ts';

export const http2: Binding = {
  name: 'http2',
  // `require`, which the bundler resolves: many programs import the module without using it, but few enough that the others need not evaluate it.
  create: (rt, shape) => (require('../http2/binding.ts') as typeof import('../http2/binding.ts')).createHttp2(rt, shape),
};
