import { register, createRequire } from 'node:module';
register('./hooks.mjs', import.meta.url);
const { default: value } = await import('./lib.cjs');
console.log(value);
const require = createRequire(import.meta.url);
console.log(require('./other.cjs'));
