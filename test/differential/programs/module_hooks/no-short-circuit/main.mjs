import { register } from 'node:module';
register('data:text/javascript,export async function resolve(s, c, n) { if (s === "x:1") return { url: "data:text/javascript,1" }; return n(s, c); }');
await import('x:1').catch((error) => console.log(error.code, error.message.replace(/data:[^']*/, 'DATA')));
