export const b = 'other b';
