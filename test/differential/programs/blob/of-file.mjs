// A blob of a file is read when it is asked for: a file that changed since, or is gone, is not readable, whole or in parts.
import fs from 'node:fs';
const say = (e) => `${e.constructor.name} ${e.name} ${e.code} ${e.message}`;
const attempt = async (what, run) => { try { console.log(what, await run()); } catch (e) { console.log(what, say(e)); } };
const data = 'hello world.'.repeat(20000);
fs.writeFileSync('a', data);
const blob = await fs.openAsBlob('a', { type: 'x/y' });
const all = async (from) => { let text = ''; for await (const chunk of from.stream()) text += Buffer.from(chunk).toString(); return text; };
console.log(blob.size, blob.type, (await blob.text()) === data, (await all(blob)) === data);
console.log(await blob.slice(6, 11).text(), await blob.slice(6).slice(0, 5).text(), await blob.slice(-6).slice(-3).text(), blob.slice(5, 2).size, await blob.slice(5, 2).text());
console.log(await new Blob(['<', blob.slice(0, 5), '|', blob.slice(6, 11), '>']).text());
await attempt('clone', () => structuredClone(blob));
const slice = blob.slice(0, 5), mixed = new Blob(['x', slice]), stream = blob.stream(), reader = blob.stream().getReader();
console.log((await reader.read()).value.length > 0);
fs.appendFileSync('a', '!');
for (const [name, one] of Object.entries({ blob, slice, mixed })) {
  await attempt(`${name} text`, () => one.text());
  await attempt(`${name} bytes`, () => one.arrayBuffer());
  await attempt(`${name} stream`, () => all(one));
}
await attempt('old stream', async () => { for await (const _ of stream); });
await attempt('old reader', async () => { for (;;) if ((await reader.read()).done) return 'done'; });
fs.writeFileSync('empty', '');
const empty = await fs.openAsBlob('empty');
await attempt('empty', async () => [empty.size, await empty.text()]);
fs.writeFileSync('empty', 'abc');
await attempt('filled', () => empty.text());
fs.writeFileSync('b', 'bbb');
const gone = await fs.openAsBlob('b');
fs.rmSync('b');
await attempt('gone', () => gone.text());
const changing = await fs.openAsBlob('a');
await attempt('while read', async () => { for await (const _ of changing.stream()) fs.writeFileSync('a', data); });
for (const path of ['none', '']) await fs.openAsBlob(path).then((b) => console.log(b.size), (e) => console.log(say(e)));
