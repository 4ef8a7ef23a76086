// Positions in rewritten text.
import { count, fail } from './lib.mjs'; import def from './lib.mjs';
const where = (e) => e.stack.split('\n').slice(1).filter((l) => l.includes('main.mjs')).map((l) => l.trim().replace(/file:.*\//, ''));
export const a = count, b = (() => { try { null.x; } catch (e) { return where(e); } })();
console.log(b);
try { fail(count, count, (() => { throw new Error('x'); })()); } catch (e) { console.log(where(e)); }
async function g() { const r = [await count, count, await null]; throw new Error(`${r}${count}`); }
await g().catch((e) => console.log(where(e)));
export default (() => { try { def(); } catch (e) { return where(e); } })();
console.log(await import('node:path').then(() => { try { undefinedName; } catch (e) { return where(e); } }));
