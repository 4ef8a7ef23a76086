import { go } from './lib.mjs';
export const x = 1; go(x);
