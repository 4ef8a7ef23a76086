export const kind = 'error';
