import { register } from 'node:module';
register('data:text/javascript,' + encodeURIComponent('export async function resolve(s, c, n) { return s === "pkg" ? { url: "file:///made/up.mjs", shortCircuit: true } : n(s, c); }'));
console.log(import.meta.resolve('pkg'), import.meta.resolve('node:fs'));
try { import.meta.resolve('nope'); } catch (error) { console.log(error.code); }
