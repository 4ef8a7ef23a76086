import { register } from 'node:module';
register('data:text/javascript,' + encodeURIComponent(`
  export async function resolve(s, c, n) { return s.startsWith('b:') ? { url: s, shortCircuit: true } : n(s, c); }
  export async function load(u, c, n) {
    const text = 'export default ' + JSON.stringify(u);
    if (u === 'b:buffer') return { format: 'module', source: Buffer.from(text), shortCircuit: true };
    if (u === 'b:arraybuffer') return { format: 'module', source: new TextEncoder().encode(text).buffer, shortCircuit: true };
    if (u === 'b:bytes') return { format: 'module', source: new TextEncoder().encode(text), shortCircuit: true };
    if (u === 'b:json') return { format: 'json', source: '{"a":1}', shortCircuit: true };
    return n(u, c);
  }`));
for (const name of ['buffer', 'arraybuffer', 'bytes']) console.log((await import(`b:${name}`)).default);
console.log((await import('b:json', { with: { type: 'json' } })).default);
