/** The list of projects: what a person does with it, what other tabs see, and what is kept from being lost. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { addressOfProject, chooseProject, projectInAddress } from '../../src/project/choose-project.ts';
import { folderOfName, newProjectId, parseProjectRecord, sampleRecord, type ProjectRecord } from '../../src/project/project-record.ts';
import { markOpen, openCounts, whileClosed, type Locks } from '../../src/project/project-use.ts';
import { checkedName, openProjects, type ProjectContents, type Projects } from '../../src/project/projects.ts';
import { followProject } from '../../src/project/follow-project.ts';
import type { ProjectsDb } from '../../src/project/projects-db.ts';

/** One "browser": its list, its locks, its channel; any number of tabs. */
function browser() {
  let records: ProjectRecord[] = [];
  const log: string[] = [];
  let time = 1000;
  const lost = new Set<() => void>();
  const db: ProjectsDb = {
    all: async () => structuredClone(records),
    async change(work) {
      const { put = [], remove = [], value } = work(structuredClone(records));
      records = [...records.filter(({ id }) => !remove.includes(id) && !put.some((one) => one.id === id)), ...structuredClone(put)];
      return value;
    },
    onLost: (listener) => void lost.add(listener),
    close: () => undefined,
  };
  const contents: ProjectContents = {
    write: async (id, files) => void log.push(`write ${id} ${Object.keys('d' in files ? files.d : {}).join()}`),
    copy: async (from, to) => void log.push(`copy ${from} ${to}`),
    size: async (id) => id.length,
    remove: async (id) => void log.push(`remove ${id}`),
  };
  const locks = testLocks();
  const channelName = `projects-${Math.random()}`;
  return {
    db, log, locks,
    records: () => records,
    at: (ms: number) => { time = ms; },
    /** As browsers do when they need room, or are told to. */
    clear() {
      records = [];
      for (const listener of lost) listener();
    },
    tab(over: Partial<ProjectContents> = {}): Projects {
      const tab = openProjects({ contents: { ...contents, ...over }, db, now: () => time, locks, channelName });
      onTestFinished(() => tab.close());
      return tab;
    },
  };
}

/** Shared and exclusive locks as browsers have them, as far as they are used here. */
function testLocks(): Locks {
  const held = new Map<string, { mode: string }[]>();
  return {
    async query() {
      return { held: [...held].flatMap(([name, holders]) => holders.map(({ mode }) => ({ name, mode }))) };
    },
    async request(name: string, options: { mode?: string; ifAvailable?: boolean }, work: (lock: object | null) => unknown) {
      const holders = held.get(name) ?? [];
      const mine = { mode: options.mode ?? 'exclusive' };
      if (holders.some(({ mode }) => mode === 'exclusive' || mine.mode === 'exclusive')) return work(null);
      held.set(name, [...holders, mine]);
      try {
        return await work({ name });
      } finally {
        held.set(name, held.get(name)!.filter((one) => one !== mine));
      }
    },
  } as unknown as Locks;
}

const names = (projects: Projects): string[] => (projects.store.getState().projects ?? []).map(({ name, deleted }) => (deleted === undefined ? name : `(${name})`));

describe('the list of projects', () => {
  it('creates, renames, duplicates; the last opened comes first, and another tab sees it', async () => {
    const { tab, at, log } = browser();
    const [one, other] = [tab(), tab()];
    const shop = await one.create('Käse & Brot', { begin: 'sample' });
    at(2000);
    const empty = await one.create('  Two\nlines ', { begin: 'empty', clone: 'https://example.com/a.git' });
    expect(shop).toMatchObject({ name: 'Käse & Brot', folder: 'kase-brot', begin: 'sample', created: 1000, opened: 1000 });
    expect(empty).toMatchObject({ name: 'Two lines', folder: 'two-lines', clone: 'https://example.com/a.git' });
    expect(shop.id).toMatch(/^[a-z2-7]{20}$/);
    await one.rename(shop.id, 'Shop');
    at(3000);
    const copy = await one.duplicate(empty.id);
    expect(copy).toEqual({ id: copy.id, name: 'Two lines (copy)', folder: 'two-lines', begin: 'empty', created: 3000, opened: 3000 });
    at(4000);
    expect((await one.duplicate(copy.id)).name).toBe('Two lines (copy 2)');
    // What holds a project while it is copied, or restored, is no tab.
    expect([...one.store.getState().open]).toEqual([]);
    await one.measure();
    expect(one.store.getState().projects?.map(({ bytes }) => bytes)).toEqual([20, 20, 20, 20]);
    expect(log[0]).toBe(`copy ${empty.id} ${copy.id}`);
    await expect.poll(() => names(other)).toEqual(['Two lines (copy 2)', 'Two lines (copy)', 'Two lines', 'Shop']);
  });

  it('a duplicate whose copying fails is not in the list, and leaves nothing behind', async () => {
    const { tab, records, log } = browser();
    const projects = tab({ copy: () => Promise.reject(new Error('no room')) });
    const { id } = await projects.create('one', { begin: 'empty' });
    await expect(projects.duplicate(id)).rejects.toThrow('no room');
    expect(records().map(({ name }) => name)).toEqual(['one']);
    expect(log).toEqual([expect.stringMatching(/^remove [a-z2-7]{20}$/)]);
    expect(log).not.toContain(`remove ${id}`);
  });

  it('a deleted project can be restored, and goes for good by hand or after a week', async () => {
    const { tab, at, log, records } = browser();
    const projects = tab();
    const [a, b, c] = [await projects.create('a', { begin: 'empty' }), await projects.create('b', { begin: 'empty' }), await projects.create('c', { begin: 'empty' })];
    for (const { id } of [a, b, c]) await projects.delete(id);
    expect(names(projects)).toEqual(['(a)', '(b)', '(c)']);
    await projects.restore(b.id);
    expect(names(projects)).toEqual(['(a)', 'b', '(c)']);
    expect([...projects.store.getState().open]).toEqual([]);
    await projects.remove(a.id);
    expect(log).toEqual([`remove ${a.id}`]);
    at(1000 + 7 * 24 * 3600 * 1000);
    await projects.prune();
    expect(names(projects)).toEqual(['b', '(c)']);
    at(1001 + 7 * 24 * 3600 * 1000);
    await projects.prune();
    expect(records().map(({ id }) => id)).toEqual([b.id]);
    await expect(projects.rename(a.id, 'x')).rejects.toMatchObject({ code: 'project_unknown' });
  });

  it('a project that is restored while others are removed for their age stays', async () => {
    const { tab, at, log, records } = browser();
    let removing = (_id: string): Promise<void> => Promise.resolve();
    const [projects, other] = [tab({ remove: async (id) => { log.push(`remove ${id}`); await removing(id); } }), tab()];
    const [a, b] = [await projects.create('a', { begin: 'empty' }), await projects.create('b', { begin: 'empty' })];
    for (const { id } of [a, b]) await projects.delete(id);
    at(1001 + 7 * 24 * 3600 * 1000);
    removing = async () => {
      await other.restore(b.id);
      await expect(other.restore(a.id)).rejects.toMatchObject({ code: 'in_use' });
    };
    await projects.prune();
    expect(records().map(({ id, deleted }) => [id, deleted])).toEqual([[b.id, undefined]]);
    expect(log).toEqual([`remove ${a.id}`]);
  });

  it('where there is no room to note a deletion that is said, and the project can be removed for good', async () => {
    const { tab, db, log, records } = browser();
    const projects = tab();
    const a = await projects.create('a', { begin: 'empty' });
    const { change } = db;
    db.change = (work) => change((all) => {
      const done = work(all);
      if (done.put?.length) throw new DOMException('Full.', 'QuotaExceededError');
      return done;
    });
    await expect(projects.delete(a.id)).rejects.toMatchObject({ code: 'storage_full' });
    await projects.remove(a.id);
    expect([records(), log]).toEqual([[], [`remove ${a.id}`]]);
  });

  it('nothing of a project is removed while a tab has it open, and an interrupted removal can be repeated', async () => {
    const { tab, locks, log, records } = browser();
    const projects = tab();
    const { id } = await projects.create('a', { begin: 'empty' });
    void markOpen(id, locks);
    expect([...await openCounts(locks)]).toEqual([[id, 1]]);
    await expect(projects.remove(id)).rejects.toMatchObject({ code: 'in_use' });
    expect(log).toEqual([]);
    const other = await projects.create('b', { begin: 'empty' });
    const failing = tab({ remove: () => Promise.reject(new Error('cut short')) });
    await expect(failing.remove(other.id)).rejects.toThrow('cut short');
    expect(records().map(({ name }) => name)).toEqual(['a', 'b']);
    await projects.remove(other.id);
    expect(log).toEqual([`remove ${other.id}`]);
    await expect(whileClosed(other.id, async () => 'free', locks)).resolves.toBe('free');
  });

  it.each([['', 'Give the project a name.'], [' \n\t', 'Give the project a name.'], ['x'.repeat(61), 'A name has at most 60 characters.']])('the name %j is refused', (name, message) => {
    expect(() => checkedName(name)).toThrow(message);
  });

  it('a project that is open comes back into a list that the browser removed, as it was named last', async () => {
    const { tab, records, clear } = browser();
    const [one, other] = [tab(), tab()];
    const shop = await one.create('shop', { begin: 'sample' });
    await one.create('closed', { begin: 'empty' });
    const shown = followProject(shop, async () => one);
    followProject(shop, async () => other);
    await one.rename(shop.id, 'Käse');
    await expect.poll(() => shown.getState().name).toBe('Käse');
    clear();
    await expect.poll(() => records().map(({ id, name }) => [id, name])).toEqual([[shop.id, 'Käse']]);
    await expect.poll(() => [names(one), names(other)]).toEqual([['Käse'], ['Käse']]);
  });

  it('sixty characters are a name, whatever they are', () => {
    expect(checkedName('🧶'.repeat(60))).toBe('🧶'.repeat(60));
    expect([folderOfName('🧶'), folderOfName('../../etc'), folderOfName('ÅÄÖ 1'), folderOfName('-'.repeat(9)), folderOfName('a'.repeat(80))]).toEqual(['project', 'etc', 'aao-1', 'project', 'a'.repeat(40)]);
    expect(newProjectId()).not.toBe(newProjectId());
  });

  it('what is no record is left out', () => {
    const record = sampleRecord(5);
    expect(parseProjectRecord({ ...record, later: 1 })).toEqual(record);
    for (const wrong of [null, 'x', {}, { ...record, id: '../x' }, { ...record, name: '' }, { ...record, folder: 'a/b' }, { ...record, opened: '1' }]) expect(parseProjectRecord(wrong)).toBeUndefined();
  });
});

describe('which project a page opens', () => {
  const options = ({ db }: { db: ProjectsDb }, now = 9000) => ({ db, now, mark: async () => undefined });

  it('begins with the sample, then the last opened, or the one of the address', async () => {
    const own = browser();
    expect(await chooseProject(undefined, options(own))).toEqual({ ...sampleRecord(9000) });
    const projects = own.tab();
    own.at(9001);
    const mine = await projects.create('mine', { begin: 'empty' });
    expect((await chooseProject(undefined, options(own, 9002))).id).toBe(mine.id);
    expect((await chooseProject('corner-shop', options(own, 9003))).opened).toBe(9003);
    expect((await chooseProject(undefined, options(own))).id).toBe('corner-shop');
    await expect(chooseProject('nothing', options(own))).rejects.toMatchObject({ code: 'project_unknown' });
    await projects.delete(mine.id);
    await expect(chooseProject(mine.id, options(own))).rejects.toMatchObject({ code: 'project_deleted', data: { id: mine.id } });
  });

  it('a deleted sample keeps its id: the next one has another', async () => {
    const own = browser();
    await chooseProject(undefined, options(own));
    await own.tab().delete('corner-shop');
    const next = await chooseProject(undefined, options(own));
    expect(next).toMatchObject({ name: 'corner-shop', begin: 'sample', folder: 'corner-shop' });
    expect(next.id).not.toBe('corner-shop');
    expect((await chooseProject(undefined, options(own))).id).toBe(next.id);
  });

  it('a list that cannot be written still opens the person’s project; one that cannot be read, the sample', async () => {
    const own = browser();
    const mine = await own.tab().create('mine', { begin: 'empty' });
    const full: ProjectsDb = { ...own.db, change: () => Promise.reject(new DOMException('full', 'QuotaExceededError')) };
    expect((await chooseProject(undefined, options({ db: full }))).id).toBe(mine.id);
    expect((await chooseProject(mine.id, options({ db: full }))).name).toBe('mine');
    const refused: ProjectsDb = { ...full, all: () => Promise.reject(new DOMException('no', 'InvalidStateError')) };
    expect((await chooseProject(undefined, options({ db: refused }))).id).toBe('corner-shop');
  });

  it('the address keeps what else it says', () => {
    expect(addressOfProject('abc', 'http://x.localhost:1/?a=b#c')).toBe('http://x.localhost:1/?a=b&project=abc');
    expect(projectInAddress('http://x.localhost:1/?a=b&project=abc')).toBe('abc');
    expect(projectInAddress('http://x.localhost:1/')).toBeUndefined();
  });
});
