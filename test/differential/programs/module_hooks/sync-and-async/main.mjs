import { register, registerHooks } from 'node:module';
register('data:text/javascript,' + encodeURIComponent('export async function load(u, c, n) { const r = await n(u, c); return u.includes("leaf") ? { ...r, source: String(r.source).replace("one", "two") } : r; }'));
registerHooks({ load(u, c, n) { const r = n(u, c); return u.includes('leaf') ? { ...r, source: String(r.source).replace('two', 'three') } : r; } });
console.log((await import('./leaf.mjs')).default);
