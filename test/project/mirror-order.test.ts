/** Whatever the order of answers and news: each state that the durable copy passes through could have been the project's, and nothing that was saved is ever missing in one. */
import '../support/memory-storage.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openDurableFs } from '../../src/project/durable-fs.ts';
import { mirrorProject } from '../../src/project/durable-mirror.ts';
import { openDurableStore } from '../../src/project/durable-store.ts';
import type { SnapshotNode } from '../../src/project/snapshot.ts';
import { readTree } from '../../src/project/stored-tree.ts';
import { mirrorWorld, repositoryFaults } from '../support/mirror-world.ts';
import { random, SEED, SOAK } from '../support/sample.ts';

function flat(node: SnapshotNode, into: Map<string, Uint8Array>, path = ''): Map<string, Uint8Array> {
  if ('d' in node) for (const [name, child] of Object.entries(node.d)) flat(child, into, path === '' ? name : `${path}/${name}`);
  else if ('c' in node.f) into.set(path, node.f.c);
  return into;
}

/** Times that something was taken away where there was no room. */
let discards = 0;

/** @param refused how often the browser says that it has no room, of a hundred times */
async function run(seed: number, refused = 0): Promise<number> {
  const next = random(seed);
  const rooms = random(seed + 1);
  const world = mirrorWorld(next);
  const id = `order-${seed}-${refused}`;
  const durable = openDurableFs(id);
  const stored = async (): Promise<Map<string, Uint8Array>> => flat((await readTree(openDurableStore(`project:${id}`))).snapshot, new Map());
  let promised = new Map<string, number>();
  let states = 0;
  const faults: string[] = [];
  const check = async (): Promise<void> => {
    const files = await stored();
    states++;
    faults.push(...repositoryFaults(files).map((fault) => `state ${states}: ${fault}`));
    const versions = new Map<string, number>();
    for (const [path, data] of files) {
      if (!path.startsWith('w/')) continue;
      const [work, version] = new TextDecoder().decode(data).split(':') as [string, string];
      versions.set(work, Math.max(versions.get(work) ?? 0, Number(version)));
    }
    for (const [work, version] of promised) if (!world.deleted.has(work) && (versions.get(work) ?? -1) < version) faults.push(`state ${states}: ${work.split('\n')[0]} was saved as ${version} and is ${versions.get(work)}`);
  };
  const checked: typeof durable = {
    ...durable,
    async commit() {
      // What is asked for waits, as it does where there is no room, and goes with a later commit.
      if (working && rooms() * 100 < refused) throw new DOMException('full', 'QuotaExceededError');
      await durable.commit();
      await check();
    },
    async discard(paths) {
      discards++;
      await durable.discard(paths);
      await check();
    },
  };
  let working = true;
  const mirror = mirrorProject(world.engine, world.changes, checked);
  const programs = Promise.all([1, 2].map(async () => {
    for (let steps = 0; steps < 60; steps++) await world.step();
  })).then(() => { working = false; });
  while (working) {
    const before = world.work();
    await mirror.flush();
    if (mirror.status.getState().state === 'saved') promised = before;
    expect(faults, `seed ${seed}`).toEqual([]);
  }
  await programs;
  await mirror.flush();
  // Files that were unfinished when they were read are looked at again a moment later.
  await vi.waitFor(() => expect(mirror.status.getState(), `seed ${seed}`).toEqual({ state: 'saved' }), 20_000);
  mirror.close();
  expect(faults, `seed ${seed}`).toEqual([]);
  const project = [...world.files].filter(([path]) => !path.startsWith('.tabloom/') && !path.endsWith('.lock'));
  expect([...await stored()].map(([path, data]) => [path, Buffer.from(data).toString('latin1')]).sort(), `seed ${seed}`).toEqual(project.map(([path, data]) => [path, Buffer.from(data).toString('latin1')]).sort());
  return states;
}

describe('the order of saving', () => {
  beforeAll(() => {
    vi.stubGlobal('document', new EventTarget());
    vi.stubGlobal('window', new EventTarget());
  });
  afterAll(() => { vi.unstubAllGlobals(); });

  it('passes through whole states only', async () => {
    let states = 0;
    for (let seed = SEED; seed < SEED + (SOAK ? 1000 : 8); seed++) states += await run(seed);
    // On a busy machine more goes into each transaction, and there are fewer.
    expect(states).toBeGreaterThan(SOAK ? 10_000 : 16);
  }, SOAK ? 3_600_000 : 120_000);

  it('passes through such states too when there is no room now and then, and what is gone is taken away first', async () => {
    discards = 0;
    for (let seed = SEED; seed < SEED + (SOAK ? 500 : 6); seed++) await run(seed, 10 + (seed % 5) * 20);
    if (SOAK) expect(discards).toBeGreaterThan(100);
  }, SOAK ? 3_600_000 : 120_000);
});
