/** Which look at a file, and which rules, the copy goes by when both change while a round is under way. */
import '../support/memory-storage.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openDurableFs } from '../../src/project/durable-fs.ts';
import { mirrorProject } from '../../src/project/durable-mirror.ts';
import { toldProject } from '../support/told-project.ts';

beforeEach(() => {
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('window', new EventTarget());
});
afterEach(() => { vi.unstubAllGlobals(); });

let count = 0;
const named = (): string => `round-${++count}`;

it.each([['third'], [undefined]])('does not write an older state of a file over one that went first, while a large file is on its way (%s)', async (last) => {
  const { engine, files, changes, tell } = toldProject({ 'edited.txt': 'first' });
  const durable = openDurableFs(named());
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  const mirror = mirrorProject(engine, changes, {
    ...durable,
    async writeFile(path, ...rest) {
      if (path === 'large.bin') {
        if (last === undefined) files.delete('edited.txt');
        else files.set('edited.txt', bytes(last));
        tell('edited.txt');
      }
      await durable.writeFile(path, ...rest);
    },
  });
  await mirror.rescan();
  files.set('edited.txt', bytes('second'));
  files.set('large.bin', new Uint8Array(5 * 1024 * 1024));
  // The latest is looked at first.
  tell('edited.txt', 'large.bin');
  await mirror.flush();
  expect(mirror.status.getState()).toEqual({ state: 'saved' });
  expect(await durable.kind('edited.txt')).toBe(last === undefined ? undefined : 'file');
  if (last !== undefined) expect(await durable.looksLike('edited.txt', bytes(last))).toBe(true);
  mirror.close();
});

it('keeps a file that is made again while a large one is on its way', async () => {
  const { engine, files, changes, tell } = toldProject({ 'edited.txt': 'first' });
  const durable = openDurableFs(named());
  const second = new TextEncoder().encode('second');
  const mirror = mirrorProject(engine, changes, {
    ...durable,
    async writeFile(path, ...rest) {
      if (path === 'large.bin') {
        files.set('edited.txt', second);
        tell('edited.txt');
      }
      await durable.writeFile(path, ...rest);
    },
  });
  await mirror.rescan();
  files.delete('edited.txt');
  files.set('large.bin', new Uint8Array(5 * 1024 * 1024));
  tell('edited.txt', 'large.bin');
  await mirror.flush();
  expect(mirror.status.getState()).toEqual({ state: 'saved' });
  expect(await durable.looksLike('edited.txt', second)).toBe(true);
  mirror.close();
});

it('writes a large file once more that changes while it is on its way', async () => {
  const large = (byte: number): Uint8Array => new Uint8Array(5 * 1024 * 1024).fill(byte);
  const { engine, files, changes, tell } = toldProject({ 'large.bin': large(0) });
  const durable = openDurableFs(named());
  let changing = false;
  const mirror = mirrorProject(engine, changes, {
    ...durable,
    async writeFile(path, ...rest) {
      if (changing) {
        changing = false;
        files.set('large.bin', large(2));
        tell('large.bin');
      }
      await durable.writeFile(path, ...rest);
    },
  });
  await mirror.rescan();
  files.set('large.bin', large(1));
  changing = true;
  tell('large.bin');
  await mirror.flush();
  expect(mirror.status.getState()).toEqual({ state: 'saved' });
  expect(await durable.looksLike('large.bin', large(2))).toBe(true);
  mirror.close();
});

it('keeps all files that take the place of folders when one changes while a large one is on its way', async () => {
  const { engine, files, changes, tell } = toldProject({ 'a/x': 'x', 'b/x': 'x', 'c/x': 'x' });
  const durable = openDurableFs(named());
  const second = new TextEncoder().encode('second');
  const mirror = mirrorProject(engine, changes, {
    ...durable,
    async writeFile(path, ...rest) {
      if (path === 'b') {
        files.set('c', second);
        tell('c');
      }
      await durable.writeFile(path, ...rest);
    },
  });
  await mirror.rescan();
  for (const name of ['a', 'b', 'c']) {
    files.delete(`${name}/x`);
    files.set(name, new Uint8Array(name === 'b' ? 5 * 1024 * 1024 : 1));
    tell(`${name}/x`, name);
  }
  await mirror.flush();
  expect(mirror.status.getState()).toEqual({ state: 'saved' });
  expect(await Promise.all(['a', 'b', 'c'].map((name) => durable.kind(name)))).toEqual(['file', 'file', 'file']);
  expect(await durable.looksLike('c', second)).toBe(true);
  mirror.close();
});

it.each([['a folder', 'x/planned.txt', 'x'], ['a file', 'x', 'x/made.txt']])('never takes a new file away again that stands where %s is on its way', async (_what, planned, made) => {
  const { engine, files, changes, tell } = toldProject({ 'a.txt': 'a' });
  const durable = openDurableFs(named());
  const text = new TextEncoder().encode('made');
  const was: boolean[] = [];
  const mirror = mirrorProject(engine, changes, {
    ...durable,
    async writeFile(path, ...rest) {
      if ((path === 'large.bin' || path === 'x') && files.delete(planned)) {
        files.set(made, text);
        tell('x', planned, made);
      }
      await durable.writeFile(path, ...rest);
    },
    async commit(part) {
      await durable.commit(part);
      was.push(await durable.looksLike(made, text));
    },
  });
  await mirror.rescan();
  // What is told first is looked at last, when the large one is in the copy.
  const others = Array.from({ length: 8 }, (_, index) => `other-${index}.txt`);
  for (const path of others) files.set(path, text);
  files.set(planned, new Uint8Array(1));
  files.set(planned === 'x' ? 'x' : 'large.bin', new Uint8Array(5 * 1024 * 1024));
  tell('x', planned, ...others, 'large.bin');
  await mirror.flush();
  expect(mirror.status.getState()).toEqual({ state: 'saved' });
  expect((await durable.list('x')).sort()).toEqual(made === 'x' ? [] : [made]);
  expect(was.slice(was.indexOf(true))).not.toContain(false);
  expect(was).toContain(true);
  mirror.close();
});

it('does not let a large new file go before the turn of others', async () => {
  const { engine, files, changes, tell } = toldProject({ 'edited.txt': 'first' });
  const durable = openDurableFs(named());
  const order: string[] = [];
  const mirror = mirrorProject(engine, changes, {
    ...durable,
    async writeFile(path, ...rest) {
      if (path === 'large.bin' && !files.has('larger.bin')) {
        files.set('larger.bin', new Uint8Array(6 * 1024 * 1024));
        files.set('edited.txt', new TextEncoder().encode('second'));
        files.set('made.txt', new Uint8Array(1));
        tell('edited.txt', 'made.txt', 'larger.bin');
      }
      await durable.writeFile(path, ...rest);
      order.push(path);
    },
  });
  await mirror.rescan();
  order.length = 0;
  files.set('large.bin', new Uint8Array(5 * 1024 * 1024));
  tell('large.bin');
  await mirror.flush();
  expect(mirror.status.getState()).toEqual({ state: 'saved' });
  expect(order).toEqual(['edited.txt', 'made.txt', 'large.bin', 'larger.bin']);
  mirror.close();
});

it.each([['x', 'new'], [undefined, '']])('goes by the last look at a file whose place a folder was to take (%s)', async (path, text) => {
  const { engine, files, changes, tell } = toldProject({ x: 'old' });
  const durable = openDurableFs(named());
  const mirror = mirrorProject(engine, changes, durable);
  await mirror.rescan();
  const write = engine.fs.writeFile.bind(engine.fs);
  let passes = 0;
  engine.fs.writeFile = async (name: string, data: string | Uint8Array) => {
    // The second time it is the round that waits, because something is to be taken away.
    if (name.includes('/saving-') && ++passes === 2) {
      files.delete('x/a.txt');
      if (path !== undefined) files.set(path, new TextEncoder().encode(text));
      tell('x', 'x/a.txt');
    }
    await write(name, data);
  };
  files.delete('x');
  files.set('x/a.txt', new TextEncoder().encode('a'));
  tell('x', 'x/a.txt');
  await mirror.flush();
  expect(passes).toBeGreaterThanOrEqual(2);
  expect(mirror.status.getState()).toEqual({ state: 'saved' });
  expect([await durable.list(''), await durable.kind('x')]).toEqual(path === undefined ? [[], undefined] : [['x'], 'file']);
  mirror.close();
});

it('goes by the rules of a folder no more when it was moved', async () => {
  const { engine, files, changes, tell } = toldProject({ 'lib/pkg/.gitignore': 'data/\n', 'lib/pkg/data/x.txt': 'x' });
  const durable = openDurableFs(named());
  const mirror = mirrorProject(engine, changes, durable);
  await mirror.rescan();
  expect((await durable.list('')).sort()).toEqual(['lib', 'lib/pkg', 'lib/pkg/.gitignore']);
  for (const path of [...files.keys()]) if (path.startsWith('lib/')) files.set(path.replace('lib', 'old'), files.get(path)!), files.delete(path);
  tell('lib', 'old');
  files.set('lib/pkg/data/y.txt', new Uint8Array(1));
  tell('lib', 'lib/pkg', 'lib/pkg/data', 'lib/pkg/data/y.txt');
  await mirror.flush();
  expect((await durable.list('')).filter((path) => /[.](txt|gitignore)$/.test(path)).sort()).toEqual(['lib/pkg/data/y.txt', 'old/pkg/.gitignore']);
  mirror.close();
});

it('goes by the rules of a folder that was moved into the project', async () => {
  const { engine, files, changes, tell } = toldProject({ 'a.txt': 'a' });
  const durable = openDurableFs(named());
  const mirror = mirrorProject(engine, changes, durable);
  await mirror.rescan();
  files.set('in/pkg/.gitignore', new TextEncoder().encode('data/\n'));
  files.set('in/pkg/data/x.txt', new Uint8Array(1));
  tell('in');
  await mirror.flush();
  expect((await durable.list('')).sort()).toEqual(['a.txt', 'in', 'in/pkg', 'in/pkg/.gitignore']);
  mirror.close();
});

it('goes by rules that change while it saves, or that are not told one by one', async () => {
  const { engine, files, changes, tell } = toldProject({ '.gitignore': 'data/\n', 'data/x.txt': 'x', '.git/HEAD': 'ref: refs/heads/main\n' });
  const durable = openDurableFs(named());
  const mirror = mirrorProject(engine, changes, durable);
  await mirror.rescan();
  expect(await durable.list('data')).toEqual([]);
  const write = engine.fs.writeFile.bind(engine.fs);
  let passes = 0;
  engine.fs.writeFile = async (path: string, data: string | Uint8Array) => {
    // The second time it is the round that waits, for what was told before a branch.
    if (path.includes('/saving-') && ++passes === 2) await write('.gitignore', 'other/\n');
    await write(path, data);
  };
  files.set('.git/HEAD', new TextEncoder().encode('ref: refs/heads/next\n'));
  tell('.git/HEAD');
  await mirror.flush();
  expect(passes).toBeGreaterThanOrEqual(2);
  expect(await durable.list('data')).toEqual(['data/x.txt']);
  files.set('.gitignore', new TextEncoder().encode('data/\n'));
  tell('');
  await mirror.flush();
  expect(await durable.list('data')).toEqual([]);
  expect(mirror.status.getState()).toEqual({ state: 'saved' });
  mirror.close();
});
