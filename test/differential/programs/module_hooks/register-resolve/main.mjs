import { register } from 'node:module';
register('./hooks.mjs', import.meta.url);
console.log((await import('virtual:hello')).default);
console.log((await import('virtual:answer')).default);
await import('virtual:missing').catch((error) => console.log(error.code, error.message));
