import { cjsExports } from '../esm/cjs-exports.ts';
import type { Binding } from '../runtime.ts';

export const cjs_lexer: Binding = {
  name: 'cjs_lexer',
  create(_rt, shape) {
    return Object.assign(shape, { parse: (code: string) => cjsExports(code) });
  },
};
