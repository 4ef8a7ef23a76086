/** What the mirror says and does when saving is not a matter of course. */
import '../support/memory-storage.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type DurableFs, openDurableFs } from '../../src/project/durable-fs.ts';
import { mirrorProject } from '../../src/project/durable-mirror.ts';
import { toldProject } from '../support/told-project.ts';

beforeEach(() => {
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('window', new EventTarget());
});
afterEach(() => { vi.unstubAllGlobals(); });

let count = 0;
const named = (): string => `mirror-${++count}`;
const stored = async (id: string): Promise<string[]> => {
  const fs = openDurableFs(id);
  await fs.load();
  return (await fs.list('')).sort();
};

it('saves everything but a file that no page could hold, says so, and stops saying so when it is gone', async () => {
  const { engine, files, changes, tell } = toldProject({ 'a.txt': 'a', 'big/image.bin': new Uint8Array(64 * 1024 * 1024 + 1) });
  const durable = openDurableFs(named());
  const mirror = mirrorProject(engine, changes, durable);
  await mirror.rescan();
  expect((await durable.list('')).sort()).toEqual(['a.txt', 'big']);
  expect(mirror.status.getState()).toEqual({ state: 'failed', reason: 'big/image.bin is larger than 64 MB and is not kept in this browser. Everything else is saved.' });
  files.delete('big/image.bin');
  files.set('b.txt', new Uint8Array(2));
  tell('big', 'b.txt');
  await mirror.flush();
  expect((await durable.list('')).sort()).toEqual(['a.txt', 'b.txt']);
  expect(mirror.status.getState()).toEqual({ state: 'saved' });
  mirror.close();
});

it('stops for good when another page has taken over, and says so', async () => {
  const id = named();
  const { engine, files, changes, tell } = toldProject({ 'a.txt': 'a' });
  const mirror = mirrorProject(engine, changes, openDurableFs(id));
  await mirror.rescan();
  await openDurableFs(id).claim();
  files.set('late.txt', new Uint8Array(1));
  tell('late.txt');
  await mirror.flush();
  expect(mirror.status.getState()).toEqual({ state: 'stopped', reason: 'Another tab has taken over this project.' });
  tell('late.txt');
  await mirror.flush();
  expect(mirror.status.getState().state).toBe('stopped');
  expect(await stored(id)).toEqual(['a.txt']);
});

it('says that there is no room, keeps what was saved, and saves the rest by itself when there is room again', async () => {
  const id = named();
  const { engine, files, changes, tell } = toldProject({ 'a.txt': 'a' });
  let room = true;
  const durable = openDurableFs(id);
  const small: DurableFs = { ...durable, commit: () => (room ? durable.commit() : Promise.reject(new DOMException('full', 'QuotaExceededError'))) };
  const mirror = mirrorProject(engine, changes, small);
  await mirror.rescan();
  room = false;
  files.set('b.txt', new Uint8Array(3));
  tell('b.txt');
  await mirror.flush();
  const full = { state: 'failed', reason: 'this browser has no room left', full: true };
  expect(mirror.status.getState()).toEqual(full);
  tell('b.txt');
  expect(mirror.status.getState()).toEqual(full);
  expect(await stored(id).then(async (paths) => { await durable.claim(); return paths; })).toEqual(['a.txt']);
  mirror.close();

  // In a page of its own, since looking took the copy over.
  const next = mirrorProject(engine, changes, openDurableFs(named()));
  await next.rescan();
  expect(next.status.getState()).toEqual({ state: 'saved' });
  next.close();
});

it('tries again by itself', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { engine, files, changes, tell } = toldProject({});
    const durable = openDurableFs(named());
    let failures = 3;
    const mirror = mirrorProject(engine, changes, { ...durable, commit: () => (failures-- > 0 ? Promise.reject(new DOMException('full', 'QuotaExceededError')) : durable.commit()) });
    files.set('b.txt', new Uint8Array(3));
    tell('b.txt');
    for (let turn = 0; turn < 200 && mirror.status.getState().state !== 'saved'; turn++) {
      await vi.advanceTimersByTimeAsync(200);
      await new Promise((resolve) => { setImmediate(resolve); });
    }
    expect(failures).toBe(-1);
    expect(mirror.status.getState()).toEqual({ state: 'saved' });
    expect(await durable.list('')).toEqual(['b.txt']);
    mirror.close();
  } finally {
    vi.useRealTimers();
  }
});

it('saves all of it once more when the browser dropped what it had', async () => {
  const id = named();
  const { engine, files, changes, tell } = toldProject({ 'a.txt': 'a', 'src/b.txt': 'b' });
  const durable = openDurableFs(id);
  const mirror = mirrorProject(engine, changes, durable);
  await mirror.rescan();
  let dropped = true;
  const commit = durable.commit;
  durable.commit = async () => {
    if (!dropped) return commit();
    dropped = false;
    const { openDurableStore } = await import('../../src/project/durable-store.ts');
    await openDurableStore(`project:${id}`).clear();
    const { AppError } = await import('../../src/shared/errors.ts');
    throw new AppError('storage_removed', 'The browser removed what it had stored of this project.');
  };
  files.set('c.txt', new Uint8Array(1));
  tell('c.txt');
  await vi.waitFor(() => expect(mirror.status.getState()).toEqual({ state: 'saved' }), 5000);
  mirror.close();
  expect(await stored(id)).toEqual(['a.txt', 'c.txt', 'src', 'src/b.txt']);
});

it('saves all of a repository below the project, also when only its folder is told', async () => {
  const repository = (folder: string): [string, string][] => [[`${folder}/.git/HEAD`, 'ref: refs/heads/main\n'], [`${folder}/.git/config`, '[core]\n'], [`${folder}/a.txt`, 'a']];
  const { engine, files, changes, tell } = toldProject(Object.fromEntries(repository('lib')));
  const durable = openDurableFs(named());
  const mirror = mirrorProject(engine, changes, durable);
  await mirror.rescan();
  expect((await durable.list('')).sort()).toEqual(['lib', 'lib/.git', 'lib/.git/HEAD', 'lib/.git/config', 'lib/a.txt']);
  files.clear();
  for (const [path, text] of repository('moved')) files.set(path, new TextEncoder().encode(text));
  tell('lib', 'moved');
  await mirror.flush();
  expect(mirror.status.getState()).toEqual({ state: 'saved' });
  expect((await durable.list('')).sort()).toEqual(['moved', 'moved/.git', 'moved/.git/HEAD', 'moved/.git/config', 'moved/a.txt']);
  mirror.close();
});

it('waits three seconds for a ref that is cut short, also when the computer’s time is set back meanwhile', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  try {
    const { engine, changes } = toldProject({ '.git/HEAD': 'ref: refs/heads/main\n', '.git/refs/heads/broken': 'abc' });
    const durable = openDurableFs(named());
    const mirror = mirrorProject(engine, changes, durable);
    await mirror.rescan();
    expect(await durable.list('.git/refs')).toEqual(['.git/refs/heads']);
    expect(mirror.status.getState()).toEqual({ state: 'saving' });
    vi.advanceTimersByTime(3001);
    vi.setSystemTime(Date.now() - 5 * 3_600_000);
    await mirror.flush();
    expect(await durable.list('.git/refs')).toEqual(['.git/refs/heads/broken', '.git/refs/heads']);
    expect(mirror.status.getState()).toEqual({ state: 'saved' });
    mirror.close();
  } finally {
    vi.useRealTimers();
  }
});

it('waits for a ref that is cut short as long again when it was gone in between', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  try {
    const branch = '.git/refs/heads/next';
    const { engine, files, changes, tell } = toldProject({ '.git/HEAD': 'ref: refs/heads/main\n', [branch]: '' });
    const durable = openDurableFs(named());
    const mirror = mirrorProject(engine, changes, durable);
    await mirror.rescan();
    files.delete(branch);
    tell(branch);
    await mirror.flush();
    expect(mirror.status.getState()).toEqual({ state: 'saved' });
    vi.advanceTimersByTime(60_000);
    files.set(branch, new Uint8Array());
    tell(branch);
    await mirror.flush();
    expect([await durable.kind(branch), mirror.status.getState()]).toEqual([undefined, { state: 'saving' }]);
    mirror.close();
  } finally {
    vi.useRealTimers();
  }
});

it('saves a file that somebody edits or makes within a second, while thousands of new ones come', async () => {
  const { engine, files, changes, tell } = toldProject({ 'edited.txt': 'before' });
  // An answer of the sandbox takes a moment: without an order the edit would wait for all of them.
  const read = engine.fs.readFile.bind(engine.fs);
  engine.fs.readFile = (async (path: string) => {
    await new Promise((resolve) => { setTimeout(resolve, 5); });
    return read(path);
  }) as typeof engine.fs.readFile;
  const durable = openDurableFs(named());
  const mirror = mirrorProject(engine, changes, durable);
  await mirror.rescan();
  const many = Array.from({ length: 1500 }, (_, index) => `packages/p${index % 40}/file-${index}.js`);
  for (const path of many) files.set(path, new Uint8Array(500));
  tell(...many);
  await vi.waitFor(async () => expect((await durable.list('packages')).length).toBeGreaterThan(0), { timeout: 10_000, interval: 5 });
  // A whole folder comes as well, and waits for its turn.
  const mine = ['edited.txt', 'made.txt', 'packages/made.txt', 'new/folder/made.txt'];
  for (const path of [...mine, 'whole/a.txt', 'whole/b.txt']) files.set(path, new TextEncoder().encode('after'));
  tell('new', 'new/folder', ...mine, 'whole');
  for (const path of mine) await vi.waitFor(async () => expect(await durable.looksLike(path, new TextEncoder().encode('after')), path).toBe(true), { timeout: 10_000, interval: 5 });
  // Others are still to come: they did go first.
  const copied = (await durable.list('packages')).length;
  expect(copied).toBeLessThan(1000);
  expect(mirror.status.getState()).toEqual({ state: 'saving' });
  await vi.waitFor(() => expect(mirror.status.getState()).toEqual({ state: 'saved' }), { timeout: 90_000, interval: 100 });
  expect((await durable.list('packages')).length).toBe(1541);
  expect(await durable.list('whole')).toEqual(['whole/a.txt', 'whole/b.txt']);
  mirror.close();
});

it('lets nobody wait for a sandbox that has died', async () => {
  const { engine, changes } = toldProject({ 'a.txt': 'a' });
  const mirror = mirrorProject(engine, changes, openDurableFs(named()));
  await mirror.rescan();
  engine.fs.writeFile = () => new Promise(() => undefined);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const flushed = expect(mirror.flush()).rejects.toMatchObject({ code: 'no_answer' });
    await vi.advanceTimersByTimeAsync(10_000);
    await flushed;
  } finally {
    vi.useRealTimers();
  }
  mirror.close();
});
