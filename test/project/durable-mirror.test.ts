import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ChangeListener, ProjectChanges } from '../../src/project/changes.ts';
import type { DurableFs } from '../../src/project/durable-fs.ts';
import { mirrorProject } from '../../src/project/durable-mirror.ts';
import { memoryFs } from '../support/memory-fs.ts';

beforeEach(() => {
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('window', new EventTarget());
});
afterEach(() => { vi.unstubAllGlobals(); });

/** A durable copy that only remembers what it holds. */
function memoryDurable(): { durable: DurableFs; held: Map<string, number> } {
  const held = new Map<string, number>();
  const durable: Partial<DurableFs> = {
    list: async (path) => [...held.keys()].filter((name) => path === '' || name.startsWith(`${path}/`)),
    writeFile: async (path, data) => void held.set(path, data.length),
    mkdir: async () => undefined,
    remove: async (path) => { for (const name of [...held.keys()]) if (name === path || name.startsWith(`${path}/`)) held.delete(name); },
    commit: async () => undefined,
  };
  return { durable: durable as DurableFs, held };
}

it('saves everything but a file that no page could hold, says so, and stops saying so when it is gone', async () => {
  const { fs, files } = memoryFs({ 'a.txt': 'a', 'big/image.bin': new Uint8Array(64 * 1024 * 1024 + 1) });
  const { durable, held } = memoryDurable();
  let change: ChangeListener = () => undefined;
  const changes = { subscribe: (listener: ChangeListener) => { change = listener; return () => undefined; } } as ProjectChanges;
  const mirror = mirrorProject({ fs }, changes, durable);
  await mirror.rescan();
  expect([...held]).toEqual([['a.txt', 1]]);
  expect(mirror.status.getState()).toEqual({ state: 'failed', reason: 'big/image.bin is larger than 64 MB and is not kept in this browser. Everything else is saved.' });
  files.delete('big/image.bin');
  files.set('b.txt', new Uint8Array(2));
  change(new Set(['big', 'b.txt']));
  await mirror.flush();
  expect([...held]).toEqual([['a.txt', 1], ['b.txt', 2]]);
  expect(mirror.status.getState()).toEqual({ state: 'saved' });
  mirror.close();
});
