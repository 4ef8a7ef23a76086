// writeFile takes strings, views, iterables by promise, and refuses the rest.
const fs = require('fs');
const t = (f) => { try { f(); return fs.readFileSync('f').toString('latin1'); } catch (e) { return `${e.code} ${e.message.split('\n')[0]}`; } };
console.log(t(() => fs.writeFileSync('f', 'text')), t(() => fs.writeFileSync('f', new Uint8Array([65, 66]))), t(() => fs.writeFileSync('f', new DataView(new ArrayBuffer(2)))), t(() => fs.writeFileSync('f', new Uint16Array([0x4142]))));
for (const bad of [5, null, {}, [1], true, () => {}]) console.log(t(() => fs.writeFileSync('f', bad)));
// Of nothing nothing is written, also where nothing could be.
console.log(fs.writeFileSync(fs.openSync('f', 'r'), ''));
(async () => {
  await fs.promises.writeFile('f', (function* () { yield 'a'; yield 'b'; })());
  console.log(fs.readFileSync('f', 'utf8'));
  await fs.promises.writeFile('f', (async function* () { yield Buffer.from('x'); yield 'y'; })());
  console.log(fs.readFileSync('f', 'utf8'));
  await fs.promises.writeFile('f', require('stream').Readable.from(['p', 'q']));
  console.log(fs.readFileSync('f', 'utf8'));
  await fs.promises.writeFile('f', 5).catch((e) => console.log(e.code));
  const ac = new AbortController();
  ac.abort();
  await fs.promises.writeFile('f', 'no', { signal: ac.signal }).catch((e) => console.log(e.name, e.code));
  await fs.promises.readFile('f', { signal: ac.signal }).catch((e) => console.log(e.name, e.message));
})();
