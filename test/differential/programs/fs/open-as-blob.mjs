// openAsBlob: size, slices, text, type.
import fs from 'node:fs';
fs.writeFileSync('f', 'hello blob world');
const blob = await fs.openAsBlob('f', { type: 'text/plain' });
console.log(blob.size, blob.type, await blob.text(), await blob.slice(6, 10).text(), new Uint8Array(await blob.slice(0, 3).arrayBuffer()));
let n = 0;
for await (const chunk of blob.stream()) n += chunk.length;
console.log(n);
await fs.openAsBlob('gone').then(async (b) => console.log(b.size), (e) => console.log(e.code));
