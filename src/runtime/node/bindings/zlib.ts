import type { Binding } from '../runtime.ts';

export const zlib: Binding = {
  name: 'zlib',
  // `require`, which the bundler resolves: the implementation is evaluated when a program first asks for it. Its tables take milliseconds that every process would pay.
  create: (rt, shape) => (require('../zlib/binding.ts') as typeof import('../zlib/binding.ts')).createZlib(rt, shape),
};
