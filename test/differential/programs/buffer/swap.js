for (const n of [0, 8, 16, 160]) {
  const b = Buffer.from(Array.from({ length: n }, (_, i) => i & 255));
  console.log(b.swap16().toString('hex'), b.swap32().toString('hex'), b.swap64().toString('hex'));
}
for (const f of ['swap16', 'swap32', 'swap64']) { try { Buffer.alloc(7)[f](); } catch (e) { console.log(e.name, e.code, e.message); } }
