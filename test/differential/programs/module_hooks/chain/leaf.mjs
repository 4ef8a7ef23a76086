export const text = 'ORIGINAL';
