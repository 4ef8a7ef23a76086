import type { Binding } from '../runtime.ts';

export const crypto: Binding = {
  name: 'crypto',
  // `require`, which the bundler resolves: the implementation is evaluated when a program first asks for it. Its tables take milliseconds that every process would pay.
  create: (rt, shape) => (require('../crypto/binding.ts') as typeof import('../crypto/binding.ts')).createCrypto(rt, shape),
};
