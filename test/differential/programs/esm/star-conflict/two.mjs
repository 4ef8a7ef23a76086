export const both = 2, only2 = 2;
export * from './base.mjs';
