import data from './data.json' with { type: 'json' };
import * as ns from './data.json' with { type: 'json' };
console.log(data, ns, (await import('./data.json', { with: { type: 'json' } })).default === data);
await import('./data.json').catch((e) => console.log(e.code, e.message.replaceAll(process.cwd(), '<cwd>')));
await import('./main.mjs', { with: { type: 'json' } }).catch((e) => console.log(e.code, e.message.replaceAll(process.cwd(), '<cwd>')));
await import('./data.json', { with: { type: 'css' } }).catch((e) => console.log(e.code, e.message));
await import('./bad.json', { with: { type: 'json' } }).catch((e) => console.log(e.name, e.message.replaceAll(process.cwd(), '<cwd>')));
