// The mode of access and of copying is left to the natives: which values they take, and what they say of the others.
import fs from 'node:fs';
import { inspect } from 'node:util';
fs.writeFileSync('a.txt', 'a');
const say = (e) => `${e.name} ${e.code} ${e.message}`;
for (const mode of [undefined, null, false, '', '1', 'r', {}, [], () => {}, 1n, NaN, 1.5, 0, 1, 3, 7, 8, -1, Infinity, 2 ** 32, 2 ** 40]) {
  const label = inspect(mode);
  try { console.log('access', label, fs.accessSync('a.txt', mode)); } catch (e) { console.log('access', label, say(e)); }
  try { console.log('copy', label, fs.copyFileSync('a.txt', `to-${label.length}`, mode)); } catch (e) { console.log('copy', label, say(e)); }
  if (typeof mode !== 'function') {
    await new Promise((done) => { try { fs.access('a.txt', mode, (e) => { console.log('access later', label, e && say(e)); done(); }); } catch (e) { console.log('access at once', label, say(e)); done(); } });
    await new Promise((done) => { try { fs.copyFile('a.txt', 'b.txt', mode, (e) => { console.log('copy later', label, e && say(e)); fs.rmSync('b.txt', { force: true }); done(); }); } catch (e) { console.log('copy at once', label, say(e)); done(); } });
  }
  await fs.promises.access('a.txt', mode).then((v) => console.log('promise', v), (e) => console.log('promise', say(e)));
  await fs.promises.copyFile('a.txt', 'c.txt', mode).then((v) => console.log('promise', v), (e) => console.log('promise', say(e)));
  fs.rmSync('c.txt', { force: true });
  fs.rmSync(`to-${label.length}`, { force: true });
}
