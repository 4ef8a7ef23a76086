export const good = 1, x = 1;
