import { createRequire } from 'node:module';
const bytes = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 7, 1, 96, 2, 127, 127, 1, 127, 3, 2, 1, 0, 7, 7, 1, 3, 97, 100, 100, 0, 0, 10, 9, 1, 7, 0, 32, 0, 32, 1, 106, 11]);
const { instance } = await WebAssembly.instantiate(bytes);
console.log(instance.exports.add(2, 3), Object.keys(instance.exports));
import fs from 'node:fs';
fs.writeFileSync(new URL('./m.wasm', import.meta.url), bytes);
const ns = await import('./m.wasm');
console.log(ns.add(20, 22), Object.keys(ns));
