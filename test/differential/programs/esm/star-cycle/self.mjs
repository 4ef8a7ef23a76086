export * from './self.mjs';
export const x = 1;
