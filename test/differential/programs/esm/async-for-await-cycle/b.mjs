import { first } from './a.mjs';
export let early;
try { early = first(); } catch (e) { early = e.name; }
export async function* source() { try { yield 1; yield 2; yield 3; yield 4; } finally { console.log('closed'); } }
