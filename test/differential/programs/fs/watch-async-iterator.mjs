// fs.promises.watch: an async iterator that an abort ends.
import { watch, writeFile, mkdir } from 'node:fs/promises';
await mkdir('w');
const ac = new AbortController();
const seen = [];
setTimeout(() => writeFile('w/x', '1'), 50);
try {
  for await (const { eventType, filename } of watch('w', { signal: ac.signal })) {
    seen.push(`${eventType} ${filename}`);
    if (seen.length === 1) ac.abort();
  }
} catch (e) { console.log(e.name, e.code); }
console.log(seen[0]);
await watch('gone')[Symbol.asyncIterator]().next().catch((e) => console.log(e.code, e.syscall));
