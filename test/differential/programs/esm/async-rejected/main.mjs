// A dependency that rejects: nobody above it runs, its siblings do, and the error stays the same one.
const seen = [];
for (let i = 0; i < 2; i++) {
  try { await import('./top.mjs'); } catch (e) { seen.push(e); console.log('caught', e.message); }
}
console.log('same error', seen[0] === seen[1]);
try { await import('./bad.mjs'); } catch (e) { console.log('again', e === seen[0]); }
try { await import('./other.mjs'); } catch (e) { console.log('other', e === seen[0]); }
await import('./good.mjs').then((ns) => console.log('good', ns.default));
