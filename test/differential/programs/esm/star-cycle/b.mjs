export * from './a.mjs';
export const fromB = 'B';
