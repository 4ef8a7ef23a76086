export const a = 'from esm';
