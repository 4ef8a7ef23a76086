globalThis.n = (globalThis.n ?? 0) + 1; export const n = globalThis.n;
