/** The durable copy over an IndexedDB in memory: what it keeps, who may write it, and what it does about damage. */
import '../support/memory-storage.ts';
import { openDB } from 'idb';
import { expect, it } from 'vitest';
import { copyDurable, deleteDurable, sizeOfDurable } from '../../src/project/durable-copies.ts';
import { openDurableFs } from '../../src/project/durable-fs.ts';
import { openDurableStore } from '../../src/project/durable-store.ts';
import { PIECE_BYTES } from '../../src/project/durable-rows.ts';
import type { SnapshotNode } from '../../src/project/snapshot.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
/** A snapshot as text by path; a folder that is empty ends in a slash. */
function flat(node: SnapshotNode, path = ''): Record<string, string> {
  if (!('d' in node)) return { [path]: 'l' in node.f ? `-> ${node.f.l}` : new TextDecoder().decode(node.f.c) + (node.f.m === undefined ? '' : ` (${node.f.m.toString(8)})`) };
  const entries = Object.entries(node.d);
  if (entries.length === 0 && path !== '') return { [`${path}/`]: '' };
  return Object.fromEntries(entries.flatMap(([name, child]) => Object.entries(flat(child, path === '' ? name : `${path}/${name}`))));
}

it('keeps files with their bits, links, empty folders and every name', async () => {
  const long = 'ü'.repeat(127);
  const first = openDurableFs('names');
  expect(await first.exists()).toBe(false);
  await first.writeFile('__proto__', bytes('proto'));
  await first.writeFile(`src/${long}`, bytes('long'), { mode: 0o644 });
  await first.writeFile('bin/run', bytes('#!'), { mode: 0o755 });
  await first.mkdir('empty/inside');
  await first.symlink('src/link', '../bin/run');
  await first.writeFile('nothing', new Uint8Array());
  const large = new Uint8Array(5 * 1024 * 1024).map((_, index) => index * 7);
  let between = 0;
  await first.writeFile('large.bin', large, { mode: 0o600 }, async () => { between++; });
  expect(between).toBe(3);
  await first.commit();
  const second = openDurableFs('names');
  expect(await second.exists()).toBe(true);
  const snapshot = await second.load();
  expect(Buffer.compare((snapshot as unknown as { d: Record<string, { f: { c: Uint8Array } }> }).d['large.bin']!.f.c, large)).toBe(0);
  delete (snapshot as { d: Record<string, SnapshotNode> }).d['large.bin'];
  expect(flat(snapshot)).toEqual({ ['__proto__']: 'proto', [`src/${long}`]: 'long (644)', 'bin/run': '#! (755)', 'empty/inside/': '', 'src/link': '-> ../bin/run', nothing: '' });
});

it('keeps when files were changed, also of one that was only touched', async () => {
  const time = (node: SnapshotNode, name: string): unknown => (node as { d: Record<string, { f: { t?: number } }> }).d[name]!.f.t;
  const first = openDurableFs('times');
  await first.writeFile('built', bytes('same'), { changedMs: 1000.5 });
  await first.writeFile('rewritten', bytes('one'), { changedMs: 1000 });
  await first.writeFile('untold', bytes('same'));
  await first.commit();
  expect(await first.looksLike('built', bytes('same'), { changedMs: 1000.5 })).toBe(true);
  const second = openDurableFs('times');
  const before = await second.load();
  expect(['built', 'rewritten', 'untold'].map((name) => time(before, name))).toEqual([1000.5, 1000, undefined]);
  expect(await second.looksLike('built', bytes('same'), { changedMs: 2000 })).toBe(false);
  await second.writeFile('built', bytes('same'), { changedMs: 2000 });
  // Nobody knows when this text was written.
  await second.writeFile('rewritten', bytes('two'));
  await second.writeFile('untold', bytes('same'), { changedMs: 3000 });
  await second.commit();
  await copyDurable('times', 'times-copy');
  for (const id of ['times', 'times-copy']) {
    const after = await openDurableFs(id).load();
    expect([flat(after), ['built', 'rewritten', 'untold'].map((name) => time(after, name))]).toEqual([{ built: 'same', rewritten: 'two', untold: 'same' }, [2000, undefined, 3000]]);
  }
});

it('keeps a file whose time no Date can be', async () => {
  const first = openDurableFs('no-date');
  await first.writeFile('late', bytes('kept'), { changedMs: 1e19 });
  await first.commit();
  const second = openDurableFs('no-date');
  expect(flat(await second.load())).toEqual({ late: 'kept' });
  expect(await second.damaged()).toEqual([]);
});

it('is a state that was committed, whatever was written after', async () => {
  const first = openDurableFs('states');
  await first.writeFile('a', bytes('1'));
  await first.commit();
  await first.writeFile('a', bytes('2'));
  await first.writeFile('b', bytes('2'));
  // LightningFS saves and closes by itself after half a second; that must not save half of a change.
  await new Promise((resolve) => { setTimeout(resolve, 1200); });
  expect(flat(await openDurableFs('states').load())).toEqual({ a: '1' });
});

it('is no project before its first save was whole, and keeps nothing of one that was cut short', async () => {
  const first = openDurableFs('part');
  await first.writeFile('a', bytes('1'));
  await first.commit('part');
  const second = openDurableFs('part');
  expect(await second.exists()).toBe(false);
  expect(await second.names('')).toEqual(['a']);
  await second.writeFile('b', bytes('2'));
  await second.commit('part');
  await second.remove('a');
  await second.commit();
  const third = openDurableFs('part');
  expect(await third.exists()).toBe(true);
  expect(flat(await third.load())).toEqual({ b: '2' });
});

it('replaces, removes and changes kinds, and leaves no bytes behind', async () => {
  const fs = openDurableFs('kinds');
  await fs.writeFile('a', bytes('file'));
  await fs.writeFile('d/x', bytes('x'));
  await fs.commit();
  await fs.writeFile('a/inside', bytes('now a folder')).catch(() => undefined);
  await fs.mkdir('a');
  await fs.writeFile('a/inside', bytes('now a folder'));
  await fs.writeFile('d', bytes('now a file'));
  await fs.commit();
  await fs.writeFile('d', bytes('once'));
  await fs.writeFile('d', bytes('twice'));
  await fs.commit();
  expect(flat(await openDurableFs('kinds').load())).toEqual({ 'a/inside': 'now a folder', d: 'twice' });
  const db = await openDB('project:kinds');
  expect(await db.count('files')).toBe(2);
  expect((await db.getAllKeys('nodes'))).toEqual(['', 'a', 'a/inside', 'd']);
  db.close();
});

it('refuses the commit of an owner that another one has followed', async () => {
  const old = openDurableFs('owners');
  await old.writeFile('a', bytes('old'));
  await old.commit();
  await old.writeFile('a', bytes('too late'));
  const next = openDurableFs('owners');
  const epoch = await next.claim();
  expect(epoch).toBe(2);
  expect(flat(await next.load())).toEqual({ a: 'old' });
  await expect(old.commit()).rejects.toMatchObject({ code: 'superseded' });
  await next.writeFile('a', bytes('new'));
  await next.commit();
  await expect(old.commit()).rejects.toMatchObject({ code: 'superseded' });
  expect(flat(await openDurableFs('owners').load())).toEqual({ a: 'new' });
  await expect(next.commit()).resolves.toBeUndefined();
  await next.writeFile('b', bytes('late'));
  await expect(next.commit()).rejects.toMatchObject({ code: 'superseded' });
});

it('grows its epoch by one with each of many owners that come at once, and the last one wins', async () => {
  const owners = Array.from({ length: 20 }, () => openDurableFs('many'));
  const epochs = await Promise.all(owners.map((owner) => owner.claim()));
  expect([...epochs].sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  const results = await Promise.all(owners.map(async (owner, index) => {
    await owner.writeFile('who', bytes(String(index)));
    return owner.commit().then(() => 'kept', (error: { code: string }) => error.code);
  }));
  expect(results.filter((result) => result === 'kept')).toHaveLength(1);
  expect(results.indexOf('kept')).toBe(epochs.indexOf(20));
});

it('reads what is whole of a damaged copy, names the rest and keeps what is left of it', async () => {
  const fs = openDurableFs('damage');
  for (const name of ['good', 'gone', 'short', 'flipped', 'entry', 'folder/inside']) await fs.writeFile(name, bytes(`contents of ${name}`));
  await fs.writeFile('two-pieces', new Uint8Array(PIECE_BYTES + 10).fill(65));
  await fs.commit();
  const db = await openDB('project:damage');
  const key = async (path: string): Promise<[number, number]> => ((await db.get('nodes', path)) as { k: [number, number] }).k;
  await db.delete('files', [...await key('gone'), 0]);
  await db.put('files', bytes('contents'), [...await key('short'), 0]);
  await db.put('files', bytes('contents of flapped'), [...await key('flipped'), 0]);
  await db.delete('files', [...await key('two-pieces'), 1]);
  await db.put('nodes', { t: 'f', s: 'many' }, 'entry');
  await db.delete('nodes', 'folder');
  db.close();

  const next = openDurableFs('damage');
  expect(flat(await next.load())).toEqual({ good: 'contents of good', 'folder/inside': 'contents of folder/inside' });
  const damaged = await next.damaged();
  expect(damaged.map(({ path, reason, pieces }) => [path, reason, pieces.map((piece) => piece.length)]).sort()).toEqual([
    ['entry', 'Its entry cannot be read.', []],
    ['flipped', 'Its contents are not what was saved.', [19]],
    ['gone', 'Its contents are missing.', []],
    ['short', 'It has 8 bytes, and 17 were saved.', [8]],
    ['two-pieces', 'A part of its contents is missing (2 of 2).', [PIECE_BYTES]],
  ]);
  // The next start is an ordinary one, and still knows.
  await next.writeFile('gone', bytes('written again'));
  await next.commit();
  const third = openDurableFs('damage');
  expect(flat(await third.load())).toEqual({ good: 'contents of good', 'folder/inside': 'contents of folder/inside', gone: 'written again' });
  expect(await third.damaged()).toHaveLength(5);
});

it('opens a copy of the first format', async () => {
  const db = await openDB('project:first', 1, { upgrade: (made) => { made.createObjectStore('files'); } });
  const node = (stat: object, children: [string, unknown][] = []): unknown => new Map<unknown, unknown>([[0, stat], ...children]);
  const file = (ino: number, size: number, mode = 0o666): unknown => node({ type: 'file', mode, size, mtimeMs: 5, ino, uid: 1, gid: 1 });
  await db.put('files', new Map([['/', node({ type: 'dir', mode: 0o777, size: 0, ino: 0, mtimeMs: 0 }, [
    ['a.txt', file(1, 3)], ['run', file(4, 2, 0o100755)], ['link', node({ type: 'symlink', mode: 0o120000, target: 'a.txt', ino: 3 })], ['src', node({ type: 'dir', mode: 0o777, size: 0, ino: 2 }, [['empty', file(5, 0)]])],
  ])]]), 'superblock');
  await db.put('files', bytes('one'), 1);
  await db.put('files', bytes('#!'), 4);
  await db.put('files', new Uint8Array(), 5);
  await db.put('files', bytes('nobody names it'), 9);
  db.close();
  const fs = openDurableFs('first');
  expect(await fs.exists()).toBe(true);
  expect(flat(await fs.load())).toEqual({ 'a.txt': 'one', run: '#! (755)', link: '-> a.txt', 'src/empty': '' });
  await fs.writeFile('a.txt', bytes('two'));
  await fs.commit();
  expect(flat(await openDurableFs('first').load())).toEqual({ 'a.txt': 'two', run: '#! (755)', link: '-> a.txt', 'src/empty': '' });
  const store = openDurableStore('project:first');
  const keys: unknown[] = [];
  await store.pieces((key) => keys.push(key));
  expect(keys).toEqual([4, 5, [1, 0, 0]]);
});

it('tries again what could not be written, and forgets the project when told to', async () => {
  const fs = openDurableFs('wipe');
  await fs.writeFile('a', bytes('1'));
  await fs.commit();
  await fs.writeFile('b', bytes('2'));
  await fs.wipe();
  expect(await openDurableFs('wipe').exists()).toBe(false);
  await fs.commit();
  expect(await openDurableFs('wipe').exists()).toBe(false);
});

it('copies one committed state of a project that is being written to', async () => {
  const fs = openDurableFs('busy');
  // More than the store reads at a time; what names an object comes after all of them.
  for (let n = 0; n < 1100; n++) await fs.writeFile(`objects/${n}`, bytes('object'));
  await fs.writeFile('refs/main', bytes('0'));
  await fs.commit();
  let copied = false;
  const writing = (async () => {
    for (let n = 2000; !copied; n++) {
      await fs.writeFile(`objects/${n}`, bytes('object'));
      await fs.writeFile('refs/main', bytes(String(n)));
      await fs.commit();
    }
  })();
  for (let times = 0; times < 3; times++) {
    await copyDurable('busy', `busy-copy-${times}`);
    const files = flat(await openDurableFs(`busy-copy-${times}`).load());
    expect(files[`objects/${files['refs/main']}`]).toBe('object');
  }
  copied = true;
  await writing;
});

it('copies a project that is open, and deletes one for good', async () => {
  const fs = openDurableFs('from');
  await fs.writeFile('src/a', bytes('a'), { mode: 0o755 });
  await fs.writeFile('big', new Uint8Array(3 * PIECE_BYTES).fill(7));
  await fs.symlink('link', 'src/a');
  await fs.mkdir('empty');
  await fs.commit();
  await fs.writeFile('not yet', bytes('saved'));
  await copyDurable('from', 'to');
  expect(await sizeOfDurable('to')).toEqual({ bytes: 3 * PIECE_BYTES + 1, files: 2 });
  const copy = openDurableFs('to');
  expect(Object.keys(flat(await copy.load())).sort()).toEqual(['big', 'empty/', 'link', 'src/a']);
  await copy.writeFile('src/a', bytes('changed'));
  await copy.commit();
  await fs.commit();
  expect(flat(await openDurableFs('from').load())).toMatchObject({ 'src/a': 'a (755)', 'not yet': 'saved' });

  await deleteDurable('to');
  await copy.writeFile('late', bytes('late'));
  await expect(copy.commit()).rejects.toMatchObject({ code: 'superseded' });
  expect(await openDurableFs('to').exists()).toBe(false);
  await expect(copyDurable('nothing', 'to')).rejects.toMatchObject({ code: 'not_found' });
});
