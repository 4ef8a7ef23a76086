export const deep = (n) => { if (n === 0) throw new Error('deep'); deep(n - 1); };
