const { Blob, File, resolveObjectURL } = require('node:buffer');
(async () => {
  const blob = new Blob(['hello ', new Uint8Array([119, 111]), new Blob(['rld'])], { type: 'Text/Plain', endings: 'transparent' });
  console.log(blob, blob.size, blob.type, await blob.text(), await blob.slice(2, -2, 'x/y').text(), blob.slice(2, 5, 'x/y'));
  console.log(new Uint8Array(await blob.arrayBuffer()), await blob.bytes());
  const parts = [];
  for await (const part of blob.stream()) parts.push(...part);
  console.log(Buffer.from(parts).toString());
  const file = new File(['abc'], 'name.txt', { type: 'text/css', lastModified: 5 });
  console.log(file, file.name, file.lastModified, file instanceof Blob, await file.text(), Object.prototype.toString.call(file));
  const url = URL.createObjectURL(blob);
  console.log(url.startsWith('blob:nodedata:'), await resolveObjectURL(url).text(), resolveObjectURL('blob:nodedata:nope'));
  URL.revokeObjectURL(url);
  console.log(resolveObjectURL(url), structuredClone(blob).size);
  for (const f of [() => new Blob('x'), () => new Blob([], { endings: 'x' }), () => new File(), () => new Blob([Symbol('x')])]) { try { console.log(f()); } catch (e) { console.log(e.name, e.code, e.message); } }
})();
