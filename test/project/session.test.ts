/** Which tab a page is, what it takes over from others, and what of a conversation is kept. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { createDocuments, isDirty } from '../../src/project/documents.ts';
import type { SaveState } from '../../src/project/durable-mirror.ts';
import type { ModelMessage } from '../../src/agent/messages.ts';
import type { Locks } from '../../src/project/project-use.ts';
import { claimSession, type ClaimedSession } from '../../src/project/session-claim.ts';
import type { ConversationRecord, SessionDb, TabRecord } from '../../src/project/session-db.ts';
import { parseSession, parseTerminals } from '../../src/project/session-record.ts';
import type { Sealed } from '../../src/project/secrets.ts';
import type { AgentState } from '../../src/ui/agent/agent-session.ts';
import { emptyTimeline, reduceTimeline, type Timeline, type TimelineItem } from '../../src/ui/agent/timeline.ts';
import { decodeBody, encodeBody, interrupted, titleOf } from '../../src/ui/session/conversation-body.ts';
import { createConversations } from '../../src/ui/session/conversations.ts';
import { openSession, type SessionParts } from '../../src/ui/session/session.ts';
import { memoryFs } from '../support/memory-fs.ts';

/** Exclusive locks; whoever asks with a signal waits until it fires. */
function testLocks() {
  const held = new Map<string, object>();
  const locks = {
    query: async () => ({ held: [...held.keys()].map((name) => ({ name })) }),
    async request(name: string, options: { ifAvailable?: boolean; signal?: AbortSignal }, work: (lock: object | null) => unknown) {
      if (held.has(name)) {
        if (options.ifAvailable) return work(null);
        throw new DOMException('busy', 'TimeoutError');
      }
      const lock = {};
      held.set(name, lock);
      try {
        return await work(lock);
      } finally {
        if (held.get(name) === lock) held.delete(name);
      }
    },
  } as unknown as Locks;
  return { locks, end: (tab: string) => held.delete(`tabloom-tab:${tab}`) };
}

function browser() {
  const records = new Map<string, TabRecord>();
  const { locks, end } = testLocks();
  const db = {
    tabs: async (project: string) => [...records.values()].filter((record) => record.project === project),
    async putTab(record: TabRecord, removed: readonly string[] = []) {
      for (const tab of removed) records.delete(tab);
      records.set(record.tab, record);
    },
    async removeTabs(_project: string, tabs: readonly string[]) {
      for (const tab of tabs) records.delete(tab);
    },
  };
  const storages = new Map<string, string>();
  return {
    records, db, end, locks,
    /** A page in the tab of that name, which has its own storage. */
    page: (name: string): Promise<ClaimedSession> => claimSession({
      project: 'p', db, locks,
      storage: { getItem: () => storages.get(name) ?? null, setItem: (_key, value) => { storages.set(name, value); } },
    }),
    duplicate: (from: string, to: string) => storages.set(to, storages.get(from)!),
    wrote: (tab: string, at: number, path: string, unsaved = false) => records.set(tab, {
      project: 'p', tab, at, unsaved,
      state: { documents: [{ path, ...(unsaved ? { unsaved: { text: 'mine', diskText: 'old' } } : {}) }], folders: [], conversation: `of ${tab}` },
    }),
  };
}

describe('the session of a tab', () => {
  it('is found again by a reload, and by nobody else while the tab lives', async () => {
    const { page, wrote, end } = browser();
    const first = await page('a');
    expect(first.state).toBeUndefined();
    wrote(first.tab, 1, 'a.txt', true);
    end(first.tab);
    const again = await page('a');
    expect([again.tab, again.state?.documents, again.state?.conversation]).toEqual([first.tab, [{ path: 'a.txt', unsaved: { text: 'mine', diskText: 'old' } }], `of ${first.tab}`]);
    // A new tab begins like it, without what is that tab's alone.
    const other = await page('b');
    expect(other.tab).not.toBe(first.tab);
    expect(other.state).toMatchObject({ documents: [{ path: 'a.txt' }], conversation: undefined });
    expect(other.state?.documents[0]).not.toHaveProperty('unsaved');
  });

  it('of a tab that is gone goes to the next new one, unsaved text first, and to one only', async () => {
    const { page, wrote, records } = browser();
    wrote('x', 1, 'x.txt', true);
    wrote('y', 2, 'y.txt');
    const [one, two] = await Promise.all([page('a'), page('b')]);
    const [withText, latest] = one.state?.documents[0]?.path === 'x.txt' ? [one, two] : [two, one];
    expect(withText.state?.documents).toEqual([{ path: 'x.txt', unsaved: { text: 'mine', diskText: 'old' } }]);
    expect(latest.state?.documents[0]?.path).not.toBe('x.txt');
    expect(records.has('x')).toBe(false);
    expect(records.get(withText.tab)?.unsaved).toBe(true);
  });

  it('is not shared by a tab that was duplicated', async () => {
    const own = browser();
    const first = await own.page('a');
    own.duplicate('a', 'b');
    expect((await own.page('b')).tab).not.toBe(first.tab);
  });

  it('is kept for a few tabs only', async () => {
    const { page, wrote, records } = browser();
    for (let at = 0; at < 30; at++) wrote(`t${at}`, at, 'a.txt');
    const { tab } = await page('a');
    expect([...records.keys()].sort()).toEqual([tab, ...Array.from({ length: 8 }, (_, at) => `t${28 - at}`)].sort());
  });

  it('is dropped where it is damaged, part by part', () => {
    expect(parseSession(null)).toBeUndefined();
    expect(parseSession({ documents: 'x', folders: ['src'], active: 7, preview: { port: 'x' }, later: 1 })).toEqual({ documents: [], folders: ['src'] });
    const unsaved = { text: 'mine', diskText: 'old' };
    const many = Array.from({ length: 600 }, (_, at) => ({ path: `${at}.txt` }));
    expect(parseSession({ documents: [{ path: 7 }, ...many, { path: 'a.txt', unsaved }], folders: [] })?.documents).toEqual([...many.slice(0, 500), { path: 'a.txt', unsaved }]);
    expect([parseTerminals('no json'), parseTerminals('{"texts":[1]}'), parseTerminals('{"texts":["a"],"active":-1}')]).toEqual([undefined, undefined, { texts: ['a'], active: 0 }]);
  });

  it('begins empty where nothing can be read', async () => {
    const { locks } = testLocks();
    const refuse = () => Promise.reject(new Error('refused'));
    expect((await claimSession({ project: 'p', db: { tabs: refuse, putTab: refuse, removeTabs: refuse }, locks, storage: undefined })).state).toBeUndefined();
  });
});

describe('documents after a reload', () => {
  it('have the text that was saved a moment before, if the file that comes back is still the one of before', async () => {
    vi.stubGlobal('document', new EventTarget());
    vi.stubGlobal('addEventListener', () => undefined);
    vi.stubGlobal('removeEventListener', () => undefined);
    onTestFinished(() => { vi.unstubAllGlobals(); });
    const { fs } = memoryFs({ 'a.txt': 'old', 'b.txt': 'b' });
    const { db, locks, records } = browser();
    const documents = createDocuments(fs);
    const saving = createStore<SaveState>(() => ({ state: 'saved' }));
    const flushes: { done: () => void; fail: () => void }[] = [];
    const parts = {
      documents, saving, tabs: { flush: () => new Promise<void>((done, fail) => { flushes.push({ done, fail: () => fail(new Error('gone')) }); }) },
      tree: { expanded: createStore(() => new Set()) }, workPanels: { store: createStore(() => ({ visible: false, tab: 'board' })) }, previews: { store: createStore(() => ({ shown: undefined, path: '/', visible: false })) },
      terminals: { store: createStore(() => ({ tabs: [], active: undefined })), open: async () => undefined },
    } as unknown as SessionParts;
    const session = await openSession({ project: 'p', db: db as unknown as SessionDb, locks, storage: undefined, secrets: { seal: () => Promise.reject(new Error('none')), unseal: () => Promise.reject(new Error('none')) }, conversation: createStore<string | undefined>(() => undefined) });
    onTestFinished(() => session.close());
    await session.restore(parts, Promise.resolve());
    const unsaved = async () => {
      await session.flush();
      const [record] = records.values();
      return [record!.unsaved, ...parseSession(record!.state)!.documents.map((one) => one.unsaved)];
    };
    await documents.show('a.txt');
    await documents.show('b.txt');
    documents.edit('a.txt', 'typed');
    await documents.save('a.txt');
    documents.edit('a.txt', 'typed more');
    await documents.save('a.txt');
    expect(isDirty(documents.store.getState().open[0]!)).toBe(false);
    // The page may end now, and the durable copy has neither.
    expect(await unsaved()).toEqual([true, { text: 'typed more', diskText: 'old' }, undefined]);
    // What began before the second save says nothing of it.
    flushes.shift()!.done();
    await expect.poll(() => flushes.length).toBe(1);
    expect(await unsaved()).toEqual([true, { text: 'typed more', diskText: 'old' }, undefined]);
    // The tab that ran the sandbox is gone, and the next one says when it has all.
    flushes.shift()!.fail();
    saving.setState({ state: 'saving' }, true);
    expect(await unsaved()).toEqual([true, { text: 'typed more', diskText: 'old' }, undefined]);
    saving.setState({ state: 'saved' }, true);
    flushes.shift()!.done();
    await expect.poll(unsaved).toEqual([false, undefined, undefined]);
  });

  it('have their unsaved text; what changed meanwhile is a conflict, what is gone without unsaved text is left out', async () => {
    const { fs } = memoryFs({ 'same.txt': 'old', 'saved.txt': 'mine', 'changed.txt': 'theirs', 'clean.txt': 'text', 'opened.txt': 'x' });
    const documents = createDocuments(fs);
    await documents.show('opened.txt');
    const unsaved = { text: 'mine', diskText: 'old' };
    await documents.restore([{ path: 'same.txt', unsaved }, { path: 'saved.txt', unsaved }, { path: 'changed.txt', unsaved }, { path: 'gone.txt', unsaved }, { path: 'clean.txt' }, { path: 'gone-too.txt' }, { path: 'opened.txt' }], 'clean.txt');
    const { open, active } = documents.store.getState();
    expect(open.map((one) => [one.path, one.text, isDirty(one), one.conflict?.diskText])).toEqual([
      ['same.txt', 'mine', true, undefined], ['saved.txt', 'mine', false, undefined], ['changed.txt', 'mine', true, 'theirs'], ['gone.txt', 'mine', true, null],
      ['clean.txt', 'text', false, undefined], ['opened.txt', 'x', false, undefined],
    ]);
    // What the person opened meanwhile stays in front.
    expect(active).toBe('opened.txt');
    await expect(documents.save('changed.txt')).rejects.toMatchObject({ code: 'conflict' });
  });
});

const started = (task: string): Timeline => reduceTimeline(emptyTimeline, { type: 'run_start', task, provider: { id: 'p', label: 'p', recording: false } } as never, 0);

describe('a conversation with the agent', () => {
  it('comes back as it was, bounded; the model’s part begins with something the person said', () => {
    const user = (text: string): ModelMessage => ({ role: 'user', text });
    const assistant = (text: string): ModelMessage => ({ role: 'assistant', text, calls: [] });
    const timeline: Timeline = { ...started('Fix the shop\nplease'), tokens: { input: 5, output: 6 } };
    const body = { timeline, history: [user('one'), assistant('x'.repeat(1_600_000)), user('two'), assistant('done')] };
    expect(decodeBody(encodeBody(body))).toEqual({ timeline: { ...timeline, announcement: '' }, history: body.history.slice(2) });
    expect(titleOf(timeline)).toBe('Fix the shop');
    expect([decodeBody('x'), decodeBody('{}'), decodeBody('{"timeline":{"items":[{"kind":"tool"}],"tokens":{"input":0,"output":0}},"history":[]}')]).toEqual([undefined, undefined, undefined]);
    const result = { call_id: 'c', tool: 'read_file', called_as: 'read_file', status: 'executed', ok: true, is_error: false, message: 'm', output: 'o'.repeat(50_000), duration_ms: 1, metadata: { path: 'a' } };
    const huge = { ...result, metadata: { long: 'x'.repeat(300_000), path: 'a' } };
    const long: Timeline = { ...timeline, items: Array.from({ length: 600 }, (_, at) => ({ kind: 'tool', id: `${at}`, tool: 'read_file', calledAs: 'read_file', input: {}, card: {}, live: 'l', result: at === 100 ? huge : { ...result, output: 'o' }, stopped: false }) as never) };
    const kept = decodeBody(encodeBody({ timeline: long, history: [] }))!.timeline.items;
    expect([kept.length, kept[0]!.id]).toEqual([500, '100']);
    expect((kept[0] as TimelineItem & { kind: 'tool' }).result).toMatchObject({ output: `${'o'.repeat(20_000)}\n[30000 more characters are not kept]`, metadata: { path: 'a' } });
  });

  it('that was cut short says so, to the person and to the model', () => {
    let timeline = started('Build it');
    timeline = reduceTimeline(timeline, { type: 'tool_start', call_id: 'c', tool: 'run_command', called_as: 'run_command', input: {}, card: {} } as never, 0);
    const after = interrupted({ timeline, history: [] });
    expect(after.timeline.items.map((item) => (item.kind === 'tool' ? item.stopped : item.kind === 'error' ? item.code : item.kind))).toEqual(['task', true, 'interrupted']);
    expect(after.history).toEqual([{ role: 'user', text: 'Build it' }, { role: 'assistant', text: 'I was cut short: the page was closed. I had done this:\nrun_command: cut short', calls: [] }]);
  });

  it('is one of several: a new one, an earlier one, one that another tab shows', async () => {
    const kept = new Map<string, ConversationRecord>();
    const { locks } = testLocks();
    const seal = async (text: string): Promise<Sealed> => ({ iv: new Uint8Array(1), data: new TextEncoder().encode([...text].reverse().join('')).buffer as ArrayBuffer });
    const secrets = { seal, unseal: async ({ data }: Sealed) => [...new TextDecoder().decode(data)].reverse().join('') };
    const db = {
      conversations: async () => [...kept.values()],
      putConversation: async (record: ConversationRecord) => void kept.set(record.id, record),
      removeConversations: async (_project: string, ids: readonly string[]) => { for (const id of ids) kept.delete(id); },
    };
    const tab = () => {
      const store = createStore<AgentState>(() => ({ timeline: emptyTimeline, history: [], running: false, run: undefined }));
      const conversations = createConversations({ project: 'p', db, secrets, locks, agent: { store, load: (shown) => store.setState(shown) } });
      const said = (): string => titleOf(store.getState().timeline);
      return { store, conversations, said };
    };
    const [one, two] = [tab(), tab()];
    one.store.setState({ timeline: started('first'), history: [{ role: 'user', text: 'first' }] });
    await one.conversations.start();
    expect([one.said(), one.store.getState().history]).toEqual(['', []]);
    one.store.setState({ timeline: started('second') });
    await one.conversations.flush();
    expect(new TextDecoder().decode([...kept.values()][0]!.body.data)).not.toContain('first');
    await two.conversations.refresh();
    const ids = Object.fromEntries(two.conversations.store.getState().list.map(({ title, id }) => [title, id]));
    expect(two.conversations.store.getState().list.map(({ title, elsewhere }) => [title, elsewhere]).sort()).toEqual([['first', false], ['second', true]]);
    await expect(two.conversations.open(ids.second!)).rejects.toMatchObject({ code: 'in_use' });
    await expect(two.conversations.remove(ids.second!)).rejects.toMatchObject({ code: 'in_use' });
    await two.conversations.open(ids.first!);
    expect([two.said(), two.store.getState().history]).toEqual(['first', [{ role: 'user', text: 'first' }]]);
    two.store.setState({ running: true });
    await expect(two.conversations.start()).rejects.toMatchObject({ code: 'busy' });
    // What was kept of a run that the page left is not running any more.
    await two.conversations.flush();
    two.conversations.close();
    const three = tab();
    await three.conversations.open(ids.first!);
    expect(three.store.getState().timeline.items.at(-1)).toMatchObject({ kind: 'error', code: 'interrupted' });
    await three.conversations.remove(ids.first!);
    expect([three.said(), [...kept.keys()]]).toEqual(['', [ids.second]]);
  });

  it('is not written over by a run that begins while it is read', async () => {
    const kept = new Map<string, ConversationRecord>();
    const { locks } = testLocks();
    const secrets = {
      seal: async (text: string): Promise<Sealed> => ({ iv: new Uint8Array(1), data: new TextEncoder().encode(text).buffer as ArrayBuffer }),
      unseal: async ({ data }: Sealed) => new TextDecoder().decode(data),
    };
    let reading = (): void => undefined;
    const db = {
      conversations: async () => { reading(); return [...kept.values()]; },
      putConversation: async (record: ConversationRecord) => void kept.set(record.id, record),
      removeConversations: async () => undefined,
    };
    const page = () => {
      const store = createStore<AgentState>(() => ({ timeline: emptyTimeline, history: [], running: false, run: undefined }));
      // As the agent does it: not while it runs.
      return { store, conversations: createConversations({ project: 'p', db, secrets, locks, agent: { store, load: (shown) => { if (!store.getState().running) store.setState(shown); } } }) };
    };
    const before = page();
    before.store.setState({ timeline: started('of before'), history: [{ role: 'user', text: 'of before' }] });
    await before.conversations.flush();
    before.conversations.close();
    const [id] = kept.keys();
    // Loaded again, the person is faster than the storage.
    const { store, conversations } = page();
    reading = () => store.setState({ running: true, timeline: started('at once') });
    await expect(conversations.open(id!)).rejects.toMatchObject({ code: 'busy' });
    reading = () => undefined;
    await conversations.flush();
    await conversations.refresh();
    expect(conversations.store.getState().list.map(({ title }) => title).sort()).toEqual(['at once', 'of before']);
    // Nobody holds the earlier one.
    const other = page();
    await other.conversations.open(id!);
    expect(titleOf(other.store.getState().timeline)).toBe('of before');
    // Two are chosen quickly, one after the other: the later one is shown, and neither is held for ever.
    store.setState({ running: false });
    await Promise.all([conversations.start(), other.conversations.start()]);
    const opened = await Promise.allSettled([...kept.keys()].map((one) => conversations.open(one)));
    expect([opened.map(({ status }) => status), titleOf(store.getState().timeline)]).toEqual([['rejected', 'fulfilled'], 'at once']);
    await conversations.start();
    for (const one of kept.keys()) await other.conversations.open(one);
    // A task that is given while the old conversation is being written belongs to it.
    const starting = other.conversations.start();
    other.store.setState({ running: true });
    await expect(starting).rejects.toMatchObject({ code: 'busy' });
  });
});
