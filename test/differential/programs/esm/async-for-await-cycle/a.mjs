import { source, early } from './b.mjs';
console.log('early', early);
export const items = [];
for await (const x of source()) { if (x === 3) break; items.push(x); }
export function first() { return items[0]; }
