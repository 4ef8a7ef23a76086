import { register } from 'node:module';
register('./hooks.mjs', import.meta.url);
const { add, default: Thing } = await import('./lib.typed');
console.log(add(1, 2), new Thing('n').name);
