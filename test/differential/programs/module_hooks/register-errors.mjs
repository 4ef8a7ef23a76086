import { register } from 'node:module';
for (const args of [[], [5], ['./x.mjs'], ['./nope.mjs', import.meta.url], ['data:text/javascript,export function initialize() { throw new Error("no init") }'], ['data:text/javascript,syntax error here']]) {
  try { console.log(register(...args)); } catch (error) { console.log(error.name, error.code, String(error.message).split('\n')[0].replace(/file:.*\//, '')); }
}
