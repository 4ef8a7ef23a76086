// node: --enable-source-maps
import { fail } from './gen.mjs';
try { fail(); } catch (e) { console.log(e.stack.split('\n').slice(0, 4).join('\n')); }
