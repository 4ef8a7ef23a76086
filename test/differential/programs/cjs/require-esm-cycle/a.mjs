import b from './b.cjs'; export const a = 1; console.log('b says', b);
