export type T = { a: number }; export interface U { b: number } export const value = { a: 1, b: 2 };
