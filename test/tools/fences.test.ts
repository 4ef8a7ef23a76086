/** Locks on files are enforced where files are written: who has lost one writes nothing under it any more. */
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PeerRun } from '../../src/peers/peer-run.ts';
import { resourceKey } from '../../src/peers/resource-key.ts';
import { executeTool } from '../../src/tools/execute.ts';
import { covers, guardedPath, placeKey } from '../../src/tools/peers/guarded-path.ts';
import { seedFences } from '../../src/tools/peers/seed-fences.ts';
import type { ToolResult } from '../../src/tools/result.ts';
import { memoryPeers, type MemoryPeers } from '../support/memory-peers.ts';
import { nativeSandbox } from '../support/native-sandbox.ts';
import type { NativeSandbox } from '../support/native-sandbox.ts';

let sandbox: NativeSandbox;
let world: MemoryPeers;
let builder: PeerRun;
let tester: PeerRun;
beforeAll(async () => { sandbox = await nativeSandbox({ 'src/app.ts': 'one\n', 'docs/a.md': 'a\n' }); });
afterAll(() => sandbox.dispose());
let locks = 0;
let key = '';
beforeEach(async () => {
  world = memoryPeers();
  builder = world.join().enter({ agent: 'builder', role: 'programmer', task: 'build' });
  tester = world.join().enter({ agent: 'tester', role: 'qa', task: 'test' });
  // A folder for each test: the tool host goes on remembering the locks of those before.
  key = `file:///t${++locks}`;
  await put('x', 'one\n');
});

const at = (path: string): string => join(sandbox.workdir, `t${locks}`, path);
const put = async (path: string, text: string): Promise<void> => {
  await mkdir(at('.'), { recursive: true });
  await writeFile(at(path), text);
};
const text = (path = 'x'): Promise<string> => readFile(at(path), 'utf8');
const as = (run: PeerRun | undefined, name: string, args: unknown): Promise<ToolResult> =>
  executeTool({ call_id: crypto.randomUUID(), name, arguments: args }, { sandbox, peers: run, caller: { id: run?.agent ?? 'x', role: 'r' }, work: {}, signal: new AbortController().signal, onProgress: () => undefined });
const write = (run: PeerRun | undefined, content: string, path = `t${locks}/x`): Promise<ToolResult> => as(run, 'write_file', { path, content });
const acquire = (run: PeerRun, ttl_seconds = 60): Promise<ToolResult> => as(run, 'acquire_lock', { resource_key: key, ttl_seconds });

describe('a key and its place in the project', () => {
  it.each([
    ['file:///src/app.ts', 'src/app.ts'], ['file:///', '.'], ['FILE:///src/./a/../app.ts/', 'src/app.ts'], ['file:///home/me/p/src/a.ts', 'src/a.ts'], ['file:///home/me/p', '.'], ['file:///workspace/a', 'a'],
    ['file:///a%20b/%C3%A4', 'a b/ä'], ['file:///deployments/api-prod', 'deployments/api-prod'],
    ['file://host/src', undefined], ['lock://src/app.ts', undefined], ['file:///a%2F..%2Fb', undefined], ['file:///a%ZZ', undefined], ['file:///a?b', undefined],
  ])('%s is %s', (uri, path) => expect(guardedPath(resourceKey(uri), '/home/me/p')).toBe(path));

  it('names itself, however long it became', () => {
    for (const letters of ['课'.repeat(992), '😀'.repeat(490), `${'é '.repeat(490)}x`]) {
      const long = resourceKey(`file:///${letters}`);
      expect(resourceKey(long)).toBe(long);
    }
    expect(() => resourceKey(`file:///${'a'.repeat(993)}`)).toThrow('Invalid URI format');
  });

  it('holds what lies below it', () => {
    expect([covers('src', 'src/a'), covers('src', 'src'), covers('.', 'a'), covers('src', 'srcs/a'), covers('src/a', 'src')]).toEqual([true, true, true, false, false]);
  });

  it('is one key for all spellings of the place', () => {
    const keyOf = (uri: string): string => placeKey(resourceKey(uri), '/home/me/p');
    for (const uri of ['file:///src/@a.ts', 'file:///src/%40a.ts', 'file:///src//@a.ts/', 'file:///workspace/src/@a.ts', 'file:///home/me/p/src/@a.ts']) expect(keyOf(uri)).toBe('file:///src/@a.ts');
    for (const uri of ['file:///', 'file:///workspace', 'file:///home/me/p/']) expect(keyOf(uri)).toBe('file:///');
    for (const uri of ['lock://Repo/A', 'file:///a?b', 'file:///a%2F..%2Fb', 'file:///home/me/p/workspace/a']) expect(keyOf(uri)).toBe(resourceKey(uri));
    for (const name of ['100%', 'a?b', 'a#b', 'a\\b', 'a b', 'a\nb', '课程']) expect(guardedPath(keyOf(`file:///${encodeURIComponent(name)}`), '/home/me/p')).toBe(name);
  });
});

describe('a lock on files', () => {
  it('says whether it is enforced, and lets its holder write', async () => {
    expect(await acquire(builder)).toMatchObject({ ok: true, output: `Lock acquired on ${key}`, metadata: { acquired: true, resource_key: key, ttl_seconds: 60, renewed: false, enforced: true } });
    expect((await acquire(builder)).reminders).toBeUndefined();
    expect(await write(builder, 'two\n')).toMatchObject({ ok: true });
    expect(await text()).toBe('two\n');
    const advisory = await as(tester, 'acquire_lock', { resource_key: 'lock://repo/main' });
    expect(advisory).toMatchObject({ ok: true, metadata: { enforced: false }, reminders: ['The lock on lock://repo/main is advisory: it keeps out those who ask for it.'] });
    await as(tester, 'release_lock', { resource_key: 'lock://repo/main' });
    expect((await as(tester, 'acquire_lock', { resource_key: 'file://server/share/x' })).reminders).toEqual(['The lock on file://server/share/x is advisory, because that is no place in the project: it keeps out those who ask for it.']);
  });

  it('that ended by its time refuses its run\'s changes below it, until the run releases it or acquires it again', async () => {
    await acquire(builder, 5);
    world.pass(6_000);
    const said = `Your lock on ${key} ended. Nothing was changed. Acquire it again and read again what it protects, or release it to go on without.`;
    expect((await write(builder, 'late\n')).error).toEqual({ code: 'stale_lock', message: said });
    expect((await as(builder, 'append_file', { path: `t${locks}/x`, content: 'late\n' })).error?.code).toBe('stale_lock');
    expect((await as(builder, 'edit_file', { path: `t${locks}/x`, old_string: 'one', new_string: 'late' })).error?.code).toBe('stale_lock');
    expect((await as(builder, 'apply_patch', { patch: `--- a/t${locks}/x\n+++ b/t${locks}/x\n@@ -1 +1 @@\n-one\n+late\n` })).error?.code).toBe('stale_lock');
    expect((await as(builder, 'run_command', { command: `echo late > t${locks}/x` })).error?.code).toBe('stale_lock');
    expect((await as(builder, 'run_command', { command: 'sleep 9', background: true })).error?.code).toBe('stale_lock');
    expect(await text()).toBe('one\n');
    // Elsewhere nothing was promised.
    expect((await write(builder, 'b\n', 'docs/a.md')).ok).toBe(true);
    expect((await as(builder, 'release_lock', { resource_key: key })).output).toBe('Could not release lock: lock not found');
    expect((await write(builder, 'free\n')).ok).toBe(true);
    await acquire(builder, 5);
    world.pass(6_000);
    expect((await write(builder, 'late\n')).error?.code).toBe('stale_lock');
    expect((await acquire(builder)).metadata).toMatchObject({ acquired: true, renewed: false });
    expect((await write(builder, 'again\n')).ok).toBe(true);
  });

  it('names who has it now', async () => {
    await acquire(builder, 5);
    world.pass(6_000);
    expect((await acquire(tester)).ok).toBe(true);
    expect((await write(builder, 'late\n')).message).toBe(`Your lock on ${key} ended and tester got it after you. Nothing was changed. Acquire it again and read again what it protects, or release it to go on without.`);
    expect((await write(tester, 'mine\n')).ok).toBe(true);
    expect(await text()).toBe('mine\n');
  });

  it('is checked in the tool host: a page that looked before it was frozen writes nothing afterwards', async () => {
    const { metadata: old } = await acquire(builder, 5);
    world.pass(6_000);
    const { metadata: now } = await acquire(tester);
    expect(now.fence as number).toBeGreaterThan(old.fence as number);
    // What the frozen page had sent: for it the lock still stood.
    const lease = { key, path: `t${locks}`, fence: old.fence as number, run: builder.run, agent: 'builder' };
    const late = sandbox.host.call('write', { path: `t${locks}/x`, content: 'late\n', final_newline: 'ensure', guard: { run: builder.run, held: [lease], leases: [lease] } });
    await expect(late).rejects.toMatchObject({ code: 'stale_lock', message: expect.stringContaining(`Your lock on ${key} ended and tester got it after you.`) as string });
    expect(await text()).toBe('one\n');
  });

  it('holds through links to what is locked', async () => {
    await symlink(`../t${locks}`, join(sandbox.workdir, `t${locks}/self`));
    const real = key;
    key = `${key}/self`;
    await acquire(builder, 5);
    world.pass(6_000);
    expect((await write(builder, 'late\n')).error?.code).toBe('stale_lock');
    expect(await text()).toBe('one\n');
    key = real;
  });

  it('is to be acquired before work: one of somebody else is told to whoever changes something below it, and keeps nobody out [S3.lock.before_work]', async () => {
    await acquire(builder);
    const result = await write(tester, 'other\n');
    expect(result).toMatchObject({ ok: true, reminders: [`t${locks}/x is under a lock of builder (${key}). Your change was made all the same; acquire the lock before you change more there.`] });
    expect((await write(tester, 'c\n', 'docs/a.md')).reminders).toBeUndefined();
    expect((await write(builder, 'mine\n')).reminders).toBeUndefined();
    expect((await write(undefined, 'a person\n')).reminders).toBeUndefined();
    expect(await text()).toBe('a person\n');
  });

  it('of two names for one place is one lock', async () => {
    await acquire(builder);
    key = `${key}/`;
    expect((await acquire(tester)).metadata).toMatchObject({ acquired: false, resource_key: key.slice(0, -1) });
    key = key.slice(0, -1);
    expect((await write(builder, 'mine\n')).reminders).toBeUndefined();
  });

  it('that ends while its run\'s command runs is told with the result', async () => {
    await acquire(builder, 60);
    const running = as(builder, 'run_command', { command: `touch t${locks}/started; while [ ! -e t${locks}/go ]; do sleep 0.05; done` });
    await expect.poll(() => text('started').catch(() => 'not yet'), { timeout: 20_000 }).toBe('');
    world.pass(61_000);
    await put('go', '');
    expect(await running).toMatchObject({ ok: true, reminders: [`Your lock on ${key} ended while the command ran.`] });
  });

  it.each([['', 'that writes until it is told to end'], ["trap '' TERM; ", 'that does not listen to that']])('that somebody else gets ends its run\'s command: %s%s', async (prefix) => {
    await acquire(builder, 5);
    const running = as(builder, 'run_command', { command: `${prefix}while :; do echo late >> t${locks}/x; sleep 0.02; done`, timeout_ms: 15_000 });
    await expect.poll(() => text(), { timeout: 10_000 }).toContain('late\nlate\n');
    world.pass(6_000);
    expect((await acquire(tester)).metadata).toMatchObject({ acquired: true, enforced: true });
    expect(await write(tester, 'mine\n')).toMatchObject({ ok: true });
    const message = `Your lock on ${key} ended and tester got it after you. The command was ended; what it had changed before stays. Acquire it again, look at what it protects, and run the command again, or release it to go on without.`;
    expect(await running).toMatchObject({ status: 'error', ok: false, error: { code: 'stale_lock', message } });
    expect(await text()).toBe('mine\n');
  });

  it('that somebody else gets leaves commands alone that did not begin under it, and the run\'s own newer one too', async () => {
    const until = (name: string): string => `touch t${locks}/${name}; while [ ! -e t${locks}/go ]; do sleep 0.05; done`;
    const other = as(tester, 'run_command', { command: until('other') });
    await acquire(builder, 5);
    const running = as(builder, 'run_command', { command: until('started') });
    for (const name of ['other', 'started']) await expect.poll(() => text(name).catch(() => 'not yet'), { timeout: 20_000 }).toBe('');
    world.pass(6_000);
    expect((await acquire(builder)).metadata).toMatchObject({ acquired: true, renewed: false, enforced: true });
    await put('go', '');
    expect((await other).ok).toBe(true);
    expect(await running).toMatchObject({ ok: true, reminders: [`Your lock on ${key} ended while the command ran.`] });
  });

  it('is known to a tool host that has just been started, whoever changes something first', async () => {
    const { metadata: old } = await acquire(builder, 5);
    world.pass(6_000);
    await acquire(tester);
    const fresh = await nativeSandbox();
    await seedFences(fresh, tester.locks);
    const lease = { key, path: `t${locks}`, fence: old.fence as number, run: builder.run, agent: 'builder' };
    const late = fresh.host.call('write', { path: `t${locks}/x`, content: 'late', final_newline: 'ensure', guard: { run: builder.run, held: [lease], leases: [] } });
    await expect(late).rejects.toMatchObject({ code: 'stale_lock', message: expect.stringContaining('tester got it after you') as string });
    await fresh.dispose();
  });
});
