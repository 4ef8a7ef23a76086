import data from './data.json' with { type: 'json' };
import * as ns from './data.json' with { type: 'json' };
console.log(data, Object.keys(ns), ns.default === data);
for (const [spec, options] of [['./data.json', undefined], ['./data.json', { with: { type: 'css' } }], ['./data.json', { with: { lazy: 'yes' } }], ['./code.mjs', { with: { type: 'json' } }], ['./broken.json', { with: { type: 'json' } }], ['./data.json', { with: { type: 1 } }], ['./data.json', { with: 5 }], ['./data.json', 5]])
  await import(spec, options).then(() => console.log('fine'), (e) => console.log(e.code, e.name, e.message.replace(/file:\/\/\S*\//g, '').replaceAll(process.cwd(), '')));
console.log((await import('./data.json', { with: { type: 'json' } })).default === data);
