import source add from './add.wasm';
import source again from './add.wasm';
import { circle as fromCircle } from './circle.mjs';
import { source } from './named.mjs';
export { again, fromCircle, source };
export const use = (a, b) => new WebAssembly.Instance(add).exports.add(a, b);
export { add as source2 };
const text = "import source x from 'y'"; // import source z from 'w'
export const untouched = text;
