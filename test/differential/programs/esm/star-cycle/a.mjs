export * from './b.mjs';
export const fromA = 'A';
export default 1;
