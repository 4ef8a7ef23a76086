import { register } from 'node:module';
register('./hooks.mjs', import.meta.url);
await import('./leaf.mjs');
console.log('main done');
