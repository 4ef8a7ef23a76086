import { n as a } from './m.mjs';
import { n as b } from './m.mjs?x=1';
import { n as c } from './m.mjs#hash';
import { n as d } from './m.mjs?x=1';
console.log(a === b, a === c, b === d);
console.log((await import('./m%2emjs')).u, (await import('./sp%20ace.mjs')).default);
for (const s of ['./m%2fmjs', './no.mjs', './dir', './dir/', './m', '.', './m.mjs/', 'file:///no/such/file.mjs', 'http://localhost/x.mjs', 'blob:x'])
  await import(s).then(() => console.log('fine'), (e) => console.log(s, e.code, e.message.replaceAll(process.cwd(), '')));
