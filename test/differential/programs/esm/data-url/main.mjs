import a from 'data:text/javascript,export default 1 + 1';
import b from 'data:application/json,{"x":1}' with { type: 'json' };
console.log(a, b, (await import('data:text/javascript,export const z = import.meta.url')).z);
await import('data:text/javascript,import "./x.js"').catch((e) => console.log(e.code, e.message));
const source = `export const stamp = ${JSON.stringify('s')}; export default import.meta.main`;
console.log(await import(`data:text/javascript,${encodeURIComponent(source)}`));
const one = await import('./self.mjs?1');
const two = await import('./self.mjs?2');
console.log(one === two, one.n, two.n, (await import('./self.mjs?1')) === one);
