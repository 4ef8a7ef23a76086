// node: --no-warnings
// The source of a WebAssembly module: compiled, and not run.
import { writeFileSync } from 'node:fs';
const add = Uint8Array.from([0, 97, 115, 109, 1, 0, 0, 0, 1, 7, 1, 96, 2, 127, 127, 1, 127, 3, 2, 1, 0, 7, 7, 1, 3, 97, 100, 100, 0, 0, 10, 9, 1, 7, 0, 32, 0, 32, 1, 106, 11]);
// It imports `f` from "no-such-module".
const lacking = Uint8Array.from([0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 2, 20, 1, 14, ...Buffer.from('no-such-module'), 1, 102, 0, 0]);
writeFileSync(new URL('add.wasm', import.meta.url), add);
writeFileSync(new URL('lacking.wasm', import.meta.url), lacking);
const { again, fromCircle, source, use } = await import('./uses.mjs');
console.log(use(2, 3), again === source, fromCircle === source);
console.log(WebAssembly.Module.imports(await import.source('./lacking.wasm')));
await import('./lacking.wasm').catch((e) => console.log(e.code));
for (const url of ['./uses.mjs', './plain.cjs', 'node:fs']) await import.source(url).catch((e) => console.log(e.name, e.code, e.message.replace(/'file:.*\//, "'")));
await import('./wrong.mjs').catch((e) => console.log(e.name, e.code, e.message.replace(/'file:.*\//, "'")));
console.log((await import('./add.wasm')).add(1, 1));
