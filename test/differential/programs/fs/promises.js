// fs.promises: results, file handles, errors with stacks, iteration.
const fs = require('fs/promises');
const fail = async (name, promise) => {
  try {
    console.log(name, '=>', await promise);
  } catch (e) {
    console.log(name, '!!', e.message, e.code, e.errno, e.syscall);
  }
};
(async () => {
  await fs.mkdir('d/e', { recursive: true }).then((first) => console.log('first', first));
  await fs.writeFile('d/a', 'line 1\nline 2\nline 3');
  await fs.appendFile('d/a', '\nline 4');
  console.log(await fs.readFile('d/a', 'utf8'), await fs.readFile('d/a', { encoding: 'hex' }).then((h) => h.length));
  const handle = await fs.open('d/a', 'r+');
  console.log(typeof handle.fd, (await handle.stat()).size, await handle.read(Buffer.alloc(6), 0, 6, 0).then((r) => [r.bytesRead, String(r.buffer)]));
  const lines = [];
  for await (const line of handle.readLines({ autoClose: false, start: 0 })) lines.push(line);
  console.log(lines);
  await handle.close();
  const writer = await fs.open('d/b', 'w');
  await writer.write('héllo');
  await writer.writev([Buffer.from(' '), Buffer.from('there')]);
  await writer.truncate(8);
  await writer.sync();
  await writer.datasync();
  await writer.chmod(0o600);
  await writer.utimes(3, 4);
  await writer.appendFile('!');
  await writer.close();
  console.log(await fs.readFile('d/b', 'utf8'), ((await fs.stat('d/b')).mode & 0o777).toString(8), (await fs.stat('d/b', { bigint: true })).size);
  await fail('read', fs.readFile('missing'));
  await fail('open', fs.open('missing'));
  await fail('stat', fs.stat('missing'));
  await fail('rm', fs.rm('missing'));
  await fail('rmdir', fs.rmdir('d'));
  await fail('access', fs.access('missing'));
  await fail('copy', fs.copyFile('missing', 'x'));
  await fail('readdir', fs.readdir('missing'));
  await fail('rename', fs.rename('missing', 'x'));
  await fail('closed', handle.read(Buffer.alloc(1)));
  await fs.mkdtemp('missing/x').catch((e) => console.log(e.code, e.syscall));
  await fs.symlink('a', 'd/link');
  console.log(await fs.readlink('d/link'), (await fs.lstat('d/link')).isSymbolicLink(), await fs.realpath('d/link') === process.cwd() + '/d/a');
  console.log(await fs.readdir('d'), (await fs.readdir('d', { withFileTypes: true })).map((e) => `${e.name}:${e.isDirectory()}`));
  const names = [];
  for await (const entry of await fs.opendir('d')) names.push(entry.name);
  console.log(names.sort());
  await fs.cp('d', 'copy', { recursive: true });
  console.log((await fs.readdir('copy', { recursive: true })).sort());
  await fs.rm('copy', { recursive: true });
  await fs.copyFile('d/a', 'd/c');
  await fs.link('d/c', 'd/f');
  await fs.unlink('d/c');
  await fs.truncate('d/f', 4);
  console.log(await fs.readFile('d/f', 'utf8'));
  const controller = new AbortController();
  controller.abort();
  await fail('aborted', fs.readFile('d/a', { signal: controller.signal }));
  try {
    await fs.readFile('missing');
  } catch (e) {
    console.log(e.stack.split('\n')[0]);
  }
})();
