const js = (code) => `data:text/javascript,${encodeURIComponent(code)}`;
console.log((await import(js('export default import.meta.url.slice(0, 20)'))).default);
console.log((await import(js('export default this'))).default, (await import(`data:text/javascript;base64,${btoa('export const b = 64')}`)).b);
console.log((await import('data:application/json,{"x":1}', { with: { type: 'json' } })).default);
for (const u of ['data:text/plain,x', js('import "./rel.mjs"'), js('import "no-such-bare"'), js('export {'), 'data:application/json,{}', js('throw new TypeError("inside")'), 'data:bad'])
  await import(u).then(() => console.log('fine'), (e) => console.log(e.name, e.code, e.message.split('\n')[0]));
const a = js('export const n = {}'); console.log((await import(a)).n === (await import(a)).n);
