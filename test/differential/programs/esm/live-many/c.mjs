export let count = 0;
let d = 'default';
export { d as default };
export const obj = { n: 1 };
export function inc() { count++; obj.n += count; ({ destructured } = { destructured: count * 10 }); for (letLater of [7, 8]); }
export function swap(v) { d = v; }
export let destructured, letLater = 'early';
setTimeout(() => {}, 0);
