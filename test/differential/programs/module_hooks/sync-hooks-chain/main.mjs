import { registerHooks } from 'node:module';
const order = [];
for (const name of ['a', 'b']) {
  registerHooks({
    resolve(s, c, n) { order.push(`resolve ${name}`); return n(s, c); },
    load(u, c, n) { order.push(`load ${name}`); const r = n(u, c); return { ...r, source: `${r.source}\nexport const ${name} = 1;` }; },
  });
}
const ns = await import('./leaf.mjs');
console.log({ ...ns }, order);
