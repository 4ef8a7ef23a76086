import { watch, writeFile, mkdir } from 'node:fs/promises';
await mkdir('p');
const controller = new AbortController();
setTimeout(() => writeFile('p/file', 'x'), 60);
setTimeout(() => controller.abort(), 400);
const names = new Set();
try {
  for await (const event of watch('p', { signal: controller.signal })) names.add(`${typeof event.eventType} ${event.filename}`);
} catch (error) {
  console.log(error.name, error.code);
}
console.log([...names]);
