/** Where there is no room: what was deleted makes room for the rest, and nothing that was saved is lost on the way. */
import { limitStorage } from '../support/small-storage.ts';
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openDurableFs } from '../../src/project/durable-fs.ts';
import { mirrorProject } from '../../src/project/durable-mirror.ts';
import { openDurableStore } from '../../src/project/durable-store.ts';
import type { SnapshotNode } from '../../src/project/snapshot.ts';
import { readTree } from '../../src/project/stored-tree.ts';
import { toldProject } from '../support/told-project.ts';
import { random } from '../support/sample.ts';
import { usedBy } from '../support/small-storage.ts';

const FULL = { state: 'failed', reason: 'this browser has no room left', full: true };
const KB = 1024;
let limit: ReturnType<typeof limitStorage>;
beforeEach(() => {
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('window', new EventTarget());
  limit = limitStorage();
});
afterEach(() => {
  limit.end();
  vi.unstubAllGlobals();
});

const noise = (seed: number, size: number): Uint8Array => {
  const next = random(seed);
  return Uint8Array.from({ length: size }, () => Math.floor(next() * 256));
};
const text = (data: string): Uint8Array => new TextEncoder().encode(data);

/** Contents, short enough to be compared and shown. */
const mark = (data: Uint8Array): string => (data.length < 100 ? new TextDecoder().decode(data) : `${data.length} bytes, ${createHash('sha1').update(data).digest('hex')}`);

/** What a page that comes now would find, by path; asked without becoming the owner. */
async function onDisk(id: string): Promise<{ [path: string]: string }> {
  const found: { [path: string]: string } = {};
  const visit = (node: SnapshotNode, path: string): void => {
    if ('d' in node) for (const [name, child] of Object.entries(node.d)) visit(child, path === '' ? name : `${path}/${name}`);
    else if ('c' in node.f) found[path] = mark(node.f.c);
  };
  const tree = await readTree(openDurableStore(`project:${id}`));
  expect(tree.damaged).toEqual([]);
  visit(tree.snapshot, '');
  return found;
}

let count = 0;
/** A project that is saved, in a browser that then has room for `spare` bytes more. */
async function saved(contents: Record<string, string | Uint8Array>, spare: number) {
  const id = `room-${++count}`;
  const { engine: { fs }, files, changes, tell } = toldProject(contents);
  const durable = openDurableFs(id);
  const mirror = mirrorProject({ fs }, changes, durable);
  await mirror.rescan();
  expect(mirror.status.getState()).toEqual({ state: 'saved' });
  limit.room = await usedBy(`project:${id}`) + spare;
  const set = (path: string, data: Uint8Array): void => void files.set(path, data);
  const move = (from: string, to: string): void => {
    set(to, files.get(from)!);
    files.delete(from);
  };
  return { id, files, tell, mirror, durable, set, move, state: () => mirror.status.getState() };
}

it('saves again when a large file is deleted, though not even the owner’s record finds room before', async () => {
  const { id, files, tell, mirror, set, state } = await saved({ 'a.txt': 'before', 'big.bin': noise(1, 600 * KB), 'sub/old.bin': noise(2, 100 * KB) }, -300 * KB);
  set('a.txt', text('after'));
  tell('a.txt');
  await mirror.flush();
  expect(state()).toEqual(FULL);
  expect(Object.keys(await onDisk(id)).sort()).toEqual(['a.txt', 'big.bin', 'sub/old.bin']);
  files.delete('big.bin');
  tell('big.bin');
  await mirror.flush();
  expect(state()).toEqual({ state: 'saved' });
  expect(await onDisk(id)).toEqual({ 'a.txt': 'after', 'sub/old.bin': mark(noise(2, 100 * KB)) });
  mirror.close();
});

it('saves the file that has no room beside the one that was deleted', async () => {
  const [first, second] = [noise(3, 600 * KB), noise(4, 700 * KB)];
  const { id, files, tell, mirror, set, state } = await saved({ 'a.txt': 'a', 'first.bin': first }, 200 * KB);
  files.delete('first.bin');
  set('second.bin', second);
  tell('first.bin', 'second.bin');
  await mirror.flush();
  expect(state()).toEqual({ state: 'saved' });
  expect(await onDisk(id)).toEqual({ 'a.txt': 'a', 'second.bin': mark(second) });
  mirror.close();
});

it('keeps the old name of a file that was moved, as it is or edited, until there is room for the new one', async () => {
  const lines = Array.from({ length: 20_000 }, (_, line) => `line ${line} of the notes\n`);
  const edited = text(lines.map((line, index) => (index % 3 === 0 ? line : `${line.trim()}, edited\n`)).join(''));
  const { id, files, tell, mirror, set, move, state } = await saved({ 'big.bin': noise(5, 600 * KB), 'notes.txt': lines.join(''), 'gone.bin': noise(6, 300 * KB) }, -100 * KB);
  const notes = files.get('notes.txt')!;
  move('big.bin', 'moved/big.bin');
  files.delete('notes.txt');
  set('book.txt', edited);
  tell('big.bin', 'moved', 'moved/big.bin', 'notes.txt', 'book.txt');
  await mirror.flush();
  expect(state()).toEqual(FULL);
  expect(await onDisk(id)).toEqual({ 'big.bin': mark(noise(5, 600 * KB)), 'notes.txt': mark(notes), 'gone.bin': mark(noise(6, 300 * KB)) });

  // What is deleted goes alone; it makes too little room for what was moved.
  files.delete('gone.bin');
  tell('gone.bin');
  await mirror.flush();
  expect(state()).toEqual(FULL);
  expect(await onDisk(id)).toEqual({ 'big.bin': mark(noise(5, 600 * KB)), 'notes.txt': mark(notes) });

  limit.room = Infinity;
  await mirror.flush();
  expect(state()).toEqual({ state: 'saved' });
  expect(await onDisk(id)).toEqual({ 'moved/big.bin': mark(noise(5, 600 * KB)), 'book.txt': mark(edited) });
  mirror.close();
});

it('saves small files beside a large one that finds no room, and leaves nothing of that one', async () => {
  const { id, files, tell, mirror, set, state } = await saved({ 'a.txt': 'before' }, 3 * 1024 * KB);
  const before = await usedBy(`project:${id}`);
  set('large.bin', noise(7, 5 * 1024 * KB));
  set('a.txt', text('later!'));
  set('new.txt', text('new'));
  tell('large.bin', 'a.txt', 'new.txt');
  await mirror.flush();
  expect(state()).toEqual(FULL);
  expect(await onDisk(id)).toEqual({ 'a.txt': 'later!', 'new.txt': 'new' });
  files.delete('large.bin');
  files.delete('new.txt');
  tell('large.bin', 'new.txt');
  await mirror.flush();
  expect(state()).toEqual({ state: 'saved' });
  expect(await usedBy(`project:${id}`)).toBe(before);
  mirror.close();
});

it('keeps all of a repository while any of it is not saved, and lets go of one that was deleted', async () => {
  const finished = (body: Uint8Array): Uint8Array => new Uint8Array(Buffer.concat([body, createHash('sha1').update(body).digest()]));
  const [loose, packed] = [finished(noise(8, 500 * KB)), finished(noise(9, 400 * KB))];
  const git = 'lib/.git/objects/pack';
  const { id, files, tell, mirror, set, state } = await saved({ [`${git}/pack-1.pack`]: loose, 'lib/.git/HEAD': 'ref: refs/heads/main\n', 'a.txt': 'a' }, -100 * KB);
  files.delete(`${git}/pack-1.pack`);
  set(`${git}/pack-2.pack`, packed);
  tell(`${git}/pack-1.pack`, `${git}/pack-2.pack`);
  await mirror.flush();
  expect(state()).toEqual(FULL);
  expect(Object.keys(await onDisk(id)).sort()).toEqual(['a.txt', 'lib/.git/HEAD', `${git}/pack-1.pack`]);
  for (const path of [...files.keys()]) if (path.startsWith('lib/')) files.delete(path);
  set('a.txt', text('alone'));
  tell('lib', 'a.txt');
  await mirror.flush();
  expect(state()).toEqual({ state: 'saved' });
  expect(await onDisk(id)).toEqual({ 'a.txt': 'alone' });
  mirror.close();
});

it('makes room in a page that found none for itself, and in none that was followed', async () => {
  const { id, durable, mirror } = await saved({ 'a.txt': 'a', 'big.bin': noise(10, 600 * KB), 'big2.bin': noise(11, 100 * KB) }, -300 * KB);
  mirror.close();
  const late = openDurableFs(id);
  await late.load();
  // It could not claim, so the first is still the owner; whoever comes to own it later ends both.
  await late.discard(['big.bin']);
  expect(Object.keys(await onDisk(id)).sort()).toEqual(['a.txt', 'big2.bin']);
  await openDurableFs(id).claim();
  const followed = expect.objectContaining({ code: 'superseded' });
  await expect(durable.discard(['big2.bin'])).rejects.toEqual(followed);
  const stopped = openDurableFs(id);
  limit.room = 0;
  await stopped.load();
  limit.room = Infinity;
  await openDurableFs(id).claim();
  limit.room = 0;
  await expect(stopped.discard(['big2.bin'])).rejects.toEqual(followed);
  expect(Object.keys(await onDisk(id)).sort()).toEqual(['a.txt', 'big2.bin']);
});
