export let n = 0; export function go(v) { n += v; if (n) throw new RangeError(`n is ${n}`); }
