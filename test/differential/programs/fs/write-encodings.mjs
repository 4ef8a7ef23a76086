// The encoding of a text that is written: a name the natives do not know, and whatever is no name, stands for UTF-8 (a handle's `write(text, 0, text.length)` has a number there).
import fs from 'node:fs';
import { inspect } from 'node:util';
const say = (e) => `${e.name} ${e.code} ${e.message}`;
const fd = fs.openSync('sync.txt', 'w+');
const handle = await fs.promises.open('handle.txt', 'w+');
for (const encoding of [undefined, null, 0, 1, 3, 5, 6, {}, 'UTF8', 'Latin1', 'binary', 'ucs2', 'utf-16le', 'BASE64', 'base64url', 'hex', 'bogus', '']) {
  fs.ftruncateSync(fd);
  try { console.log(inspect(encoding), fs.writeSync(fd, '6162éZ!', 0, encoding), fs.readFileSync('sync.txt', 'hex')); } catch (e) { console.log(inspect(encoding), say(e)); }
  await handle.truncate(0);
  try { console.log('handle', (await handle.write('6162éZ!', 0, encoding)).bytesWritten, fs.readFileSync('handle.txt', 'hex')); } catch (e) { console.log('handle', say(e)); }
}
fs.closeSync(fd);
await handle.close();
