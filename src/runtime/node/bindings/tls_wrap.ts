import type { Binding } from '../runtime.ts';
import { expose } from '../streams/expose.ts';

export const tls_wrap: Binding = {
  name: 'tls_wrap',
  create(rt, shape) {
    // `require`, which the bundler resolves: evaluated when a program first asks for it.
    const { tlsClasses } = require('../tls/tls-wrap.ts') as typeof import('../tls/tls-wrap.ts');
    const { TLSWrap, wrap } = tlsClasses(rt);
    return Object.assign(expose(shape, { TLSWrap }), { wrap });
  },
};
