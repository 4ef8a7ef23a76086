import { live, set } from './lib.mjs';
import * as ns from './lib.mjs';
function f(a) { return live + a + ns.live + { live }.live; }
const g = async () => { await live(); return import('./lib.mjs').then(() => import.meta.url); };
class K { static x = live; m() { return live; } }
export default function () { return live; }
export class Exported { /* comment */ }
console.log(String(f)); console.log(String(g)); console.log(String(K)); console.log(String(Exported)); console.log(String(set));
console.log(String((await import('./main.mjs')).default));
