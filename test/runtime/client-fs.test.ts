/** What the client's `fs` and `export` refuse or leave out for the page's sake. */
import { releaseProxy } from 'comlink';
import { expect, it, vi } from 'vitest';
import { O } from '../../src/runtime/abi/constants.ts';
import { link, mkdirp, symlink } from '../../src/runtime/kernel/fs/create.ts';
import { truncate } from '../../src/runtime/kernel/fs/metadata.ts';
import { writeWhole } from '../../src/runtime/kernel/fs/open.ts';
import { unlink } from '../../src/runtime/kernel/fs/remove.ts';
import { rename } from '../../src/runtime/kernel/fs/rename.ts';
import picomatch from 'picomatch';
import { selectTree } from '../../src/runtime/kernel/fs/select-tree.ts';
import { Vfs } from '../../src/runtime/kernel/fs/vfs.ts';
import { toJsonTree } from '../../src/runtime/kernel/headless/export-json.ts';
import { createClientFs } from '../../src/runtime/kernel/headless/fs-api.ts';

it('refuses to send a file that would end the page, a file of holes included', () => {
  const vfs = new Vfs();
  mkdirp(vfs, vfs.kernel, '/home/p');
  writeWhole(vfs, vfs.kernel, '/home/p/holes', O.WRONLY | O.CREAT, 0o666, new Uint8Array(1));
  truncate(vfs, vfs.kernel, '/home/p/holes', 2 ** 31 - 1);
  const fs = createClientFs(vfs, '/home/p');
  expect(() => fs.readFile('holes')).toThrow('File size (2147483647) is greater than 268435456 bytes');
  expect(() => fs.readFile('none')).toThrow("ENOENT: no such file or directory, open 'none'");
});

it('removes with force what is not there, its folder included', () => {
  const vfs = new Vfs();
  mkdirp(vfs, vfs.kernel, '/home/p');
  writeWhole(vfs, vfs.kernel, '/home/p/file', O.WRONLY | O.CREAT, 0o666, new Uint8Array(1));
  const fs = createClientFs(vfs, '/home/p');
  fs.rm('none', { force: true });
  fs.rm('none/deep', { force: true, recursive: true });
  expect(() => fs.rm('none/deep')).toThrow("ENOENT: no such file or directory, lstat 'none/deep'");
  expect(() => fs.rm('file/deep', { force: true })).toThrow("ENOTDIR: not a directory, lstat 'file/deep'");
});

it('exports one level when all others are excluded, links with their targets', () => {
  const vfs = new Vfs();
  mkdirp(vfs, vfs.kernel, '/p/deep/deeper');
  for (const path of ['/p/a', '/p/deep/b', '/p/deep/deeper/c']) writeWhole(vfs, vfs.kernel, path, O.WRONLY | O.CREAT, 0o666, new Uint8Array([120]));
  symlink(vfs, vfs.kernel, 'a', '/p/link');
  expect(JSON.parse(JSON.stringify(toJsonTree(selectTree(vfs, vfs.kernel, '/p', { excludes: ['*/*'] }, (patterns) => picomatch([...patterns], { dot: true })))))).toEqual({ d: { deep: { d: {} }, a: { f: { c: 'x' } }, link: { f: { l: 'a' } } } });
});

it('gives the listener back of a watch that cannot begin', () => {
  const vfs = new Vfs();
  mkdirp(vfs, vfs.kernel, '/home/p');
  const released = vi.fn();
  expect(() => createClientFs(vfs, '/home/p').watch('none', null, Object.assign(() => {}, { [releaseProxy]: released }))).toThrow('ENOENT');
  expect(released).toHaveBeenCalledOnce();
});

it('tells of every name of a file that has several, and of none that it had', async () => {
  const vfs = new Vfs();
  const { kernel } = vfs;
  mkdirp(vfs, kernel, '/home/p/public');
  const put = (path: string, text: string): void => { writeWhole(vfs, kernel, path, O.WRONLY | O.CREAT, 0o666, new TextEncoder().encode(text)); };
  put('/home/p/notes', 'one');
  link(vfs, kernel, '/home/p/notes', '/home/p/public/notes');
  link(vfs, kernel, '/home/p/notes', '/home/p/gone');
  rename(vfs, kernel, '/home/p/public/notes', '/home/p/public/moved');
  unlink(vfs, kernel, '/home/p/gone');
  let told: string[] = [];
  createClientFs(vfs, '/home/p').watch('.', { recursive: true }, (event, name) => void told.push(`${event} ${String(name)}`));
  for (const path of ['/home/p/notes', '/home/p/public/moved']) {
    told = [];
    put(path, 'two');
    await expect.poll(() => [...told].sort()).toEqual(['change notes', 'change public/moved']);
  }
  // One that was down to a single name, was moved then and got a second one.
  told = [];
  unlink(vfs, kernel, '/home/p/public/moved');
  rename(vfs, kernel, '/home/p/notes', '/home/p/renamed');
  link(vfs, kernel, '/home/p/renamed', '/home/p/public/second');
  put('/home/p/public/second', 'four');
  await expect.poll(() => told.filter((text) => text.startsWith('change')).sort()).toEqual(['change public/second', 'change renamed']);
  rename(vfs, kernel, '/home/p/renamed', '/home/p/notes');
  // Programs hear what Linux tells them.
  const one: string[] = [];
  vfs.watches.add(vfs.lookup(kernel, '/home/p'), true, 'p', (event, name) => void one.push(`${event} ${name}`));
  put('/home/p/notes', 'three');
  await expect.poll(() => one).toEqual(['change notes']);
});
