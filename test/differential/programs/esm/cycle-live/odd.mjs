import { isEven, even } from './even.mjs';
export let counter = 0;
export const bump = () => { counter++; };
export function isOdd(n) { const { isEven: e } = { isEven }; return n !== 0 && e(n - 1); }
try { console.log(even); } catch (e) { console.log(e.name); }
console.log(typeof isEven, (() => { try { return isEven(2); } catch (e) { return e.message; } })());
