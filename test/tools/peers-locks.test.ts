/** The tools of locks through the registry, by runs in two real tabs: every rule of the third document, with its words. */
import { beforeEach, describe, expect, it } from 'vitest';
import { no, said, yes, peerRuns, type PeerRuns } from '../support/peer-runs.ts';

const runs = peerRuns('peers-test');
const { enter, held, run } = runs;
let { key, second, tools } = {} as PeerRuns;
beforeEach(() => { ({ key, second, tools } = runs); });

describe('locks', () => {
  beforeEach(async () => {
    await enter('a', { agent: 'builder' });
    await enter('b', { agent: 'tester' });
  });

  it('a run whose agent may hold two is told of a deadlock, with who waits for what', async () => {
    const [one, two] = [`${key}/one`, `${key}/two`];
    await enter('a2', { agent: 'writer', mostLocks: 2 });
    await enter('b2', { agent: 'deployer', mostLocks: 2 });
    await run('a2', 'acquire_lock', { resource_key: one });
    await run('b2', 'acquire_lock', { resource_key: two });
    expect(said(await run('a2', 'acquire_lock', { resource_key: two }))).toEqual(no('Lock not acquired: Lock held by deployer'));
    const refused = await run('b2', 'acquire_lock', { resource_key: one });
    expect(said(refused)).toEqual(no(`Lock not acquired: Deadlock detected: deployer → ${one} → writer → ${two}`));
    expect(refused.metadata).toMatchObject({ acquired: false, reason: 'deadlock', deadlock: true, holder: 'writer', cycle: ['deployer', one, 'writer', two] });
    // The one that gives way lets the other one have both, and no more than those.
    await run('b2', 'release_lock', { resource_key: two });
    expect(said(await run('a2', 'acquire_lock', { resource_key: two }))).toEqual(yes(`Lock acquired on ${two}`));
    expect(said(await run('a2', 'acquire_lock', { resource_key: key }))).toEqual(no(`Lock not acquired: already holding ${one}; release it first`));
    expect(said(await run('b2', 'acquire_lock', { resource_key: one }))).toEqual(no('Lock not acquired: Lock held by writer'));
  });

  it('acquire_lock gives the lock to one, and tells the others who has it [S3.acquire_lock]', async () => {
    const first = await run('a', 'acquire_lock', { resource_key: key });
    expect(said(first)).toEqual(yes(`Lock acquired on ${key}`));
    expect(first.metadata).toMatchObject({ acquired: true, resource_key: key, ttl_seconds: 1800, renewed: false, enforced: false });
    expect((first.metadata.expires_at as number) - (first.metadata.held_since as number)).toBe(1_800_000);
    const refused = await run('b', 'acquire_lock', { resource_key: key.replace('lock://repo', 'LOCK://Repo') });
    expect(said(refused)).toEqual(no('Lock not acquired: Lock held by builder'));
    expect(refused.metadata).toMatchObject({ success: false, acquired: false, resource_key: key, reason: 'held', deadlock: false, holder: 'builder', expires_at: first.metadata.expires_at });
  });

  it('names another run of the same agent as another run', async () => {
    const own = await enter('a2', { agent: 'builder' });
    await run('a2', 'acquire_lock', { resource_key: key });
    expect((await run('a', 'acquire_lock', { resource_key: key })).output).toBe(`Lock not acquired: Lock held by builder (another run, ${own.slice(0, 8)})`);
  });

  it('release_lock lets go of it, once, and only its holder [S3.release_lock] [S3.lock.release]', async () => {
    await run('a', 'acquire_lock', { resource_key: key });
    expect(said(await run('b', 'release_lock', { resource_key: key }))).toEqual(no('Could not release lock: held by builder'));
    expect(said(await run('a', 'release_lock', { resource_key: key }))).toEqual(yes(`Lock released on ${key}`));
    const again = await run('a', 'release_lock', { resource_key: key });
    expect([said(again), again.metadata]).toEqual([no('Could not release lock: lock not found'), { success: false, released: false, resource_key: key, reason: 'not_found' }]);
    expect((await run('b', 'acquire_lock', { resource_key: key })).ok).toBe(true);
  });

  it('are held one at a time by a run, and acquiring the same again begins its time anew [S3.lock.one_at_a_time]', async () => {
    const first = await run('a', 'acquire_lock', { resource_key: key, ttl_seconds: 60 });
    const refused = await run('a', 'acquire_lock', { resource_key: `${key}/other` });
    expect([said(refused), refused.metadata]).toEqual([no(`Lock not acquired: already holding ${key}; release it first`), { success: false, acquired: false, resource_key: `${key}/other`, reason: 'already_holding', deadlock: false, holding: key }]);
    const renewed = await run('a', 'rlock', { resource_key: key, ttl_seconds: 600 });
    expect(renewed.metadata).toMatchObject({ acquired: true, renewed: true, fence: first.metadata.fence, ttl_seconds: 600 });
    expect((await run('a', 'runlock', { resource_key: key })).ok).toBe(true);
    expect((await run('a', 'acquire_lock', { resource_key: `${key}/other` })).ok).toBe(true);
  });

  it('that are refused stay refused: nobody waits for them [S3.lock.skip_on_failure]', async () => {
    await run('a', 'acquire_lock', { resource_key: key });
    expect((await run('b', 'acquire_lock', { resource_key: key })).ok).toBe(false);
    await run('a', 'release_lock', { resource_key: key });
    expect(await held()).toEqual([]);
  });

  it('end by their own time, by default after 30 minutes [S3.lock.expiry]', async () => {
    expect((await run('a', 'acquire_lock', { resource_key: key, ttl_seconds: 0 })).metadata.ttl_seconds).toBe(1800);
    const short = await run('a', 'acquire_lock', { resource_key: key, ttl_seconds: 1 });
    expect(short.metadata).toMatchObject({ renewed: true, ttl_seconds: 1 });
    await expect.poll(async () => (await run('b', 'acquire_lock', { resource_key: key })).ok, { timeout: 5_000 }).toBe(true);
    expect((await run('a', 'release_lock', { resource_key: key })).output).toBe('Could not release lock: held by tester');
    for (const ttl_seconds of [-1, 86_401, 1.5, '60']) expect((await run('a', 'acquire_lock', { resource_key: key, ttl_seconds })).error?.code).toBe('invalid_arguments');
  });

  it('are named by URIs [S3.lock.uri]', async () => {
    for (const uri of ['src/a.ts', 'C:\\x', '', 'repo']) {
      for (const tool of ['acquire_lock', 'release_lock']) {
        expect((await run('a', tool, { resource_key: uri })).error).toMatchObject({ code: 'invalid_arguments', message: `Invalid URI format: ${uri}. Use a URI such as lock://repo/main or file:///src/app.ts.` });
      }
    }
    for (const uri of ['github://acme/app/issues/42', 'file:///deployments/api-prod', 'repo:main']) {
      expect((await run('a', 'acquire_lock', { resource_key: uri })).output).toBe(`Lock acquired on ${uri}`);
      expect((await run('a', 'release_lock', { resource_key: uri })).output).toBe(`Lock released on ${uri}`);
    }
    expect((await run('a', 'acquire_lock', {})).error).toMatchObject({ code: 'missing_fields', message: 'acquire_lock requires resource_key' });
  });

  it('may be on files with long names in any script', async () => {
    const uri = `file:///docs/${'课程资料'.repeat(30)}.md`;
    expect((await run('a', 'acquire_lock', { resource_key: uri })).metadata).toMatchObject({ acquired: true, enforced: true, resource_key: new URL(uri).href });
    expect((await run('b', 'acquire_lock', { resource_key: uri })).metadata).toMatchObject({ acquired: false, reason: 'held' });
    expect((await run('a', 'release_lock', { resource_key: uri })).ok).toBe(true);
  });

  it('on files are enforced by the sandbox', async () => {
    expect(await run('a', 'acquire_lock', { resource_key: 'file:///guarded', ttl_seconds: 1 })).toMatchObject({ ok: true, metadata: { enforced: true } });
    expect((await run('a', 'write_file', { path: 'guarded/a.txt', content: 'mine\n' })).ok).toBe(true);
    await expect.poll(async () => (await run('b', 'acquire_lock', { resource_key: 'file:///guarded' })).ok, { timeout: 5_000 }).toBe(true);
    expect((await run('a', 'write_file', { path: 'guarded/a.txt', content: 'late\n' })).error).toMatchObject({ code: 'stale_lock', message: expect.stringMatching(/^Your lock on file:\/\/\/guarded ended/) as string });
    expect(await tools.bytes('guarded/a.txt')).toBe('mine\n');
    expect((await tools.tool('write_file', { path: 'guarded/a.txt', content: 'a person\n' })).ok).toBe(true);
  });

  it('of a run that ends, or whose tab crashes, are free at once [S3.auto_release]', async () => {
    await run('b', 'acquire_lock', { resource_key: key });
    await second.evaluate(() => window.toolsPage.endRun('b'));
    expect(await held()).toEqual([]);
    const third = await tools.page.context().newPage();
    await third.goto(tools.page.url());
    await third.waitForFunction(() => 'toolsPage' in window);
    await third.evaluate(async (uri) => {
      await window.toolsPage.join('peers-test');
      window.toolsPage.enter('c', { agent: 'doomed' });
      await window.toolsPage.as('c', 'acquire_lock', { resource_key: uri, ttl_seconds: 86_400 });
    }, key);
    expect((await run('a', 'acquire_lock', { resource_key: key })).output).toBe('Lock not acquired: Lock held by doomed');
    const gone = third.waitForEvent('crash');
    const client = await third.context().newCDPSession(third);
    void client.send('Page.crash').catch(() => undefined);
    await gone;
    await third.close();
    await expect.poll(async () => (await run('a', 'acquire_lock', { resource_key: key })).output, { timeout: 10_000 }).toBe(`Lock acquired on ${key}`);
  });
});
