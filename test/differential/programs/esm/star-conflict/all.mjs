export * from './one.mjs';
export * from './two.mjs';
export const own = 'mine';
