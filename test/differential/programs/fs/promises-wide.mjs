import fsp from 'fs/promises';
import fs from 'fs';
import { once } from 'events';
const t = async (n, f) => {
  try {
    console.log(n, await f());
  } catch (e) {
    console.log(n, 'THROWS', e.name, e.code, e.message, e.stack.split('\n').length);
  }
};
await fsp.writeFile('f', 'line1\nline2\nline3');
await t('fh', async () => {
  const h = await fsp.open('f', 'r+');
  const { bytesRead, buffer } = await h.read(Buffer.alloc(5), 0, 5, 0);
  const s = await h.stat();
  const l = [];
  await h.write('ZZ', 0);
  await h.datasync();
  await h.sync();
  const r = await h.readFile('utf8');
  await h.close();
  return [bytesRead, buffer.toString(), s.size, r];
});
await t('lines', async () => {
  const h = await fsp.open('f');
  const l = [];
  for await (const x of h.readLines()) l.push(x);
  return l;
});
await t('closed', async () => {
  const h = await fsp.open('f');
  await h.close();
  await h.read();
});
await t('using', async () => {
  const h = await fsp.open('f');
  await h[Symbol.asyncDispose]();
  return h.fd;
});
await t('stat', () => fsp.stat('nope'));
await t('rm', () => fsp.rm('nope'));
await t('access', () => fsp.access('nope'));
await t('readfile enc', () => fsp.readFile('f', { encoding: 'hex' }));
await t('abort', () => fsp.readFile('f', { signal: AbortSignal.abort() }));
await t('appendfile', async () => {
  await fsp.appendFile('f', '!');
  return (await fsp.readFile('f')).length;
});
await t('write iter', async () => {
  await fsp.writeFile(
    'g',
    (function* () {
      yield 'a';
      yield 'b';
    })(),
  );
  return fsp.readFile('g', 'utf8');
});
await t('write stream', async () => {
  await fsp.writeFile('g', fs.createReadStream('f'));
  return (await fsp.readFile('g', 'utf8')).length;
});
await t('mkdtemp', async () => (await fsp.mkdtemp('q-')).length);
await t('opendir', async () => {
  const r = [];
  for await (const d of await fsp.opendir('.')) r.push(d.name);
  return r.filter((x) => !x.startsWith('q-')).sort();
});
await t('glob', async () => {
  const r = [];
  for await (const x of fsp.glob('*')) r.push(x);
  return r.filter((x) => !x.startsWith('q-')).sort();
});
await t('rs', async () => {
  const s = fs.createReadStream('f', { start: 2, end: 6, highWaterMark: 2, encoding: 'utf8' });
  const c = [];
  for await (const x of s) c.push(x);
  return [c, s.bytesRead, s.closed, s.destroyed];
});
await t('ws', async () => {
  const s = fs.createWriteStream('w', { flags: 'w' });
  s.write('a');
  s.write('b');
  s.end('c');
  await once(s, 'close');
  return [s.bytesWritten, s.path, fs.readFileSync('w', 'utf8')];
});
await t('ws start', async () => {
  const s = fs.createWriteStream('w', { flags: 'r+', start: 1 });
  s.end('X');
  await once(s, 'finish');
  return fs.readFileSync('w', 'utf8');
});
await t('rs err', async () => {
  const s = fs.createReadStream('nope');
  await once(s, 'open');
});
await t('rs dir', async () => {
  for await (const x of fs.createReadStream('.'));
});
await t('fhstream', async () => {
  const h = await fsp.open('f');
  const c = [];
  for await (const x of h.createReadStream({ encoding: 'utf8' })) c.push(x);
  return c.join('').length;
});
await t('web', async () => {
  const h = await fsp.open('f');
  const c = [];
  for await (const x of h.readableWebStream()) c.push(Buffer.from(x).toString());
  await h.close();
  return c;
});
await t('trunc', async () => {
  await fsp.truncate('w', 1);
  return fsp.readFile('w', 'utf8');
});
await t('cp', async () => {
  await fsp.mkdir('d1/d2', { recursive: true });
  await fsp.writeFile('d1/d2/x', '1');
  await fsp.cp('d1', 'd3', { recursive: true });
  return fsp.readdir('d3', { recursive: true });
});
await t('cp norec', () => fsp.cp('d1', 'd4'));
await t('rename', () => fsp.rename('nope', 'x'));
await t('readdir', async () => (await fsp.readdir('.', { withFileTypes: true })).filter((d) => d.isDirectory() && d.name[0] === 'd').map((d) => d.name));
await t('watch', async () => {
  const ac = new AbortController();
  const w = fsp.watch('.', { signal: ac.signal });
  ac.abort();
  for await (const _ of w);
});
await t('openAsBlob', async () => {
  const b = await fs.openAsBlob('f');
  return [b.size, (await b.text()).length, await b.slice(1, 3).text()];
});
await t('utimes', async () => {
  await fsp.utimes('f', 1, 2);
  return (await fsp.stat('f')).mtimeMs;
});
await t('bigint', async () => typeof (await fsp.stat('f', { bigint: true })).ino);
await t('symlink', async () => {
  await fsp.symlink('f', 'sl');
  return [await fsp.readlink('sl'), (await fsp.lstat('sl')).isSymbolicLink()];
});
await t('statfs', async () => typeof (await fsp.statfs('.')).bsize);
await t('cb', () => new Promise((res, rej) => fs.readFile('nope', (e, d) => res(e.message))));
await t('cb type', () => fs.readFile('nope'));
await t('exists', () => new Promise((r) => fs.exists('f', r)));
await t('promisified exists', async () => (await import('util')).promisify(fs.exists)('f'));
await t('readv', async () => {
  const h = await fsp.open('f');
  const r = await h.readv([Buffer.alloc(2), Buffer.alloc(2)]);
  await h.close();
  return [r.bytesRead, r.buffers];
});
await t('fh inspect', async () => {
  const h = await fsp.open('f');
  const s = Object.keys(h);
  await h.close();
  return s;
});
