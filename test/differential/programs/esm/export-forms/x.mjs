export const x = 'from x';
