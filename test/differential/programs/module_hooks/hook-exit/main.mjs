import { register } from 'node:module';
register('data:text/javascript,' + encodeURIComponent('export async function resolve(s, c, n) { if (s === "quit") process.exit(9); return n(s, c); }'));
process.on('exit', (code) => console.log('exit', code));
await import('quit');
console.log('never');
