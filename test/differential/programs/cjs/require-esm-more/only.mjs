export const value = this === undefined;
