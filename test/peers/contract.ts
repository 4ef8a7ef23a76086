/** What every implementation of the peers' port has to do, and what stands on it. One suite for the simulator, the browser and the server. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Entry } from '../../src/peers/port.ts';
import type { ContractPeer } from './contract-peer.ts';

export type ContractMember = ContractPeer & {
  /** Ends it as it should end. */
  leave(): Promise<void>;
  /** Ends it as nobody wants it: no last word. */
  kill(): Promise<void>;
};

export interface ContractWorld {
  /** Another peer of the same project. */
  join(): Promise<ContractMember>;
  close(): Promise<void>;
}

export interface ContractOptions {
  /** Milliseconds that clocks of two peers may differ. */
  skew: number;
  /** Milliseconds after which a killed peer is dead at the latest. */
  death: number;
}

/** UTF-16 order, as JavaScript compares strings. */
const sorted = (keys: readonly string[]): string[] => [...keys].sort();

const ODD_KEYS = [
  'plain', 'Plain', 'with space', 'a.b', 'a..b', '.', '..', '*', '>', 'a.*', 'a.>', '$KV.x', '=', '=2f', '_', '_002f', '%2F', '/', '//', 'a/', 'a//b', '-', '~', 'tab\there', 'line\nbreak', 'nul\0nul', '"quotes\'',
  'äöü', 'a\u0308', '漢字', '😀', '\ue000', '\uffff', '\ud800', '\ud800x', 'file:///src/ä b.ts?x=1#y', `long/${'x'.repeat(1_000)}`, `long/${'x'.repeat(1_000)}y`, `wide/${'é😀'.repeat(300)}`,
];

export function contract(name: string, open: () => Promise<ContractWorld>, { skew, death }: ContractOptions): void {
  describe(name, () => {
    let world: ContractWorld;
    let a: ContractMember;
    let b: ContractMember;
    beforeAll(async () => {
      world = await open();
      [a, b] = await Promise.all([world.join(), world.join()]);
    });
    afterAll(() => world?.close());
    const written = async (work: Promise<Entry | undefined>): Promise<Entry> => {
      const entry = await work;
      expect(entry).toBeDefined();
      return entry!;
    };
    /** What is seen at last; what never comes is told by the comparison. (`expect.poll` knows only one test at a time.) */
    const eventually = async <T>(look: () => Promise<T>, good: (seen: T) => boolean): Promise<T> => {
      for (const end = performance.now() + death + 15_000; ;) {
        const seen = await look();
        if (good(seen) || performance.now() > end) return seen;
        await sleep(20);
      }
    };

    it('writes a record only over the revision that is named', async () => {
      expect(await a.read('cas')).toBeUndefined();
      expect(await a.write('cas', 5, 'nothing is there')).toBeUndefined();
      const first = await written(a.write('cas', 0, { n: 1 }));
      expect(first).toEqual({ key: 'cas', revision: first.revision, value: { n: 1 } });
      expect(await b.read('cas')).toEqual(first);
      expect(await b.write('cas', 0, 'it is there')).toBeUndefined();
      const second = await written(b.write('cas', first.revision, { n: 2 }));
      expect(second.revision).toBeGreaterThan(first.revision);
      expect(await a.write('cas', first.revision, 'too late')).toBeUndefined();
      expect(await a.read('cas')).toEqual(second);
    });

    it('never gives a revision twice, not after a removal either, and grows over all records', async () => {
      const one = await written(a.write('grow/1', 0, 1));
      const two = await written(b.write('grow/2', 0, 1));
      expect(two.revision).toBeGreaterThan(one.revision);
      expect(await a.remove('grow/2', one.revision)).toBe(false);
      expect(await a.remove('grow/2', 0)).toBe(false);
      expect(await a.remove('grow/none', two.revision)).toBe(false);
      expect(await a.remove('grow/2', two.revision)).toBe(true);
      expect(await b.remove('grow/2', two.revision)).toBe(false);
      expect(await b.read('grow/2')).toBeUndefined();
      expect(await b.list('grow/')).toEqual([one]);
      expect(await b.write('grow/2', two.revision, 'it is gone')).toBeUndefined();
      const again = await written(b.write('grow/2', 0, 2));
      expect(again.revision).toBeGreaterThan(two.revision);
      const third = await written(a.write('grow/1', one.revision, 2));
      expect(third.revision).toBeGreaterThan(again.revision);
      // Over and over, so that whatever is left of a removal is met too.
      let last = third.revision;
      for (let round = 0; round < 5; round++) {
        const entry = await written([a, b][round % 2]!.write('grow/3', 0, round));
        expect(entry.revision).toBeGreaterThan(last);
        last = entry.revision;
        expect(await b.remove('grow/3', entry.revision)).toBe(true);
      }
    });

    it('has one winner of many who write at once, and loses no step of a counter', async () => {
      const wins = await Promise.all([a, b, a, b, a, b].map((peer, index) => peer.write('race', 0, index)));
      const winners = wins.filter((entry) => entry !== undefined);
      expect(winners).toHaveLength(1);
      expect(await a.read('race')).toEqual(winners[0]);
      const removals = await Promise.all([a, b, a, b].map((peer) => peer.remove('race', winners[0]!.revision)));
      expect(removals.filter(Boolean)).toHaveLength(1);
      await Promise.all([a.count('counter', 20), b.count('counter', 20), a.count('counter', 20)]);
      expect((await b.read('counter'))?.value).toBe(60);
    });

    it('lists what begins with a prefix, in the order of keys', async () => {
      const keys = ['list', 'list/', 'list/a', 'list/a/b', 'list/a/c', 'list/a0', 'list/ab', 'list/B', 'list/ä', 'list/\uffff', 'list/\uffff\uffff', 'list/😀', 'list0', 'lis'];
      await Promise.all(keys.map((key) => a.write(key, 0, key)));
      const keysOf = async (prefix: string): Promise<string[]> => (await b.list(prefix)).map((entry) => entry.key);
      for (const prefix of ['list', 'list/', 'list/a', 'list/a/', 'list/\uffff', 'list0', 'lis', 'list/none']) expect(await keysOf(prefix), prefix).toEqual(sorted(keys.filter((key) => key.startsWith(prefix))));
      const all = await b.list('');
      expect(all.map((entry) => entry.key)).toEqual(sorted(all.map((entry) => entry.key)));
      expect(all.map((entry) => entry.key)).toEqual(expect.arrayContaining(keys));
      for (const entry of all.slice(0, 5)) expect(await a.read(entry.key)).toEqual(entry);
    });

    it('keeps odd keys apart', async () => {
      const entries = await Promise.all(ODD_KEYS.map((key, index) => written(a.write(`odd/${key}`, 0, index))));
      await Promise.all(ODD_KEYS.map((key, index) => written(a.write(key, 0, index))));
      expect(await b.list('odd/')).toEqual(entries.toSorted((x, y) => (x.key < y.key ? -1 : 1)));
      expect(await Promise.all(ODD_KEYS.map(async (key) => (await b.read(key))?.value))).toEqual(ODD_KEYS.map((_, index) => index));
      expect(await Promise.all(entries.map((entry) => b.remove(entry.key, entry.revision)))).toEqual(entries.map(() => true));
      expect(await a.list('odd/')).toEqual([]);
    });

    it('keeps any JSON value as it is', async () => {
      const values = [null, false, 0, -1.5, '', 'ä😀\u0000', [], {}, [[null, [1]]], JSON.parse('{"__proto__":{"x":1},"constructor":1,"":2}'), { deep: { deep: { deep: ['x'.repeat(200_000)] } } }];
      for (const [index, value] of values.entries()) {
        await written(a.write(`value/${index}`, 0, value));
        const read = await b.read(`value/${index}`);
        expect(JSON.stringify(read!.value)).toBe(JSON.stringify(value));
      }
    });

    // Where deaths are known by time, these take a while: they wait side by side.
    it.concurrent('knows who lives: until it leaves, or until it is killed', async () => {
      const [c, d] = await Promise.all([world.join(), world.join()]);
      const sessions = await Promise.all([a, b, c, d].map((peer) => peer.session()));
      expect(new Set(sessions).size).toBe(4);
      expect(await Promise.all(sessions.map((session) => a.alive(session)))).toEqual([true, true, true, true]);
      expect(await a.alive('nobody')).toBe(false);
      expect(await a.alive('')).toBe(false);
      expect(await a.alive('*')).toBe(false);
      await Promise.all([a.beginEnded('c', sessions[2]!), a.beginEnded('d', sessions[3]!), b.beginEnded('d', sessions[3]!), a.beginEnded('b', sessions[1]!), a.beginEnded('nobody', 'nobody')]);
      expect(await a.result('nobody')).toBe('done');
      await c.leave();
      expect(await a.result('c')).toBe('done');
      expect(await a.alive(sessions[2]!)).toBe(false);
      expect(await a.alive(sessions[3]!)).toBe(true);
      await d.kill();
      expect(await Promise.all([a.result('d'), b.result('d')])).toEqual(['done', 'done']);
      expect(await b.alive(sessions[3]!)).toBe(false);
      await a.stop('b');
      expect(await a.result('b')).toBe('aborted');
      expect(await a.alive(sessions[1]!)).toBe(true);
    });

    it('tells the others, with the name of who told it', async () => {
      const session = await a.session();
      // It may be lost: then it is told again.
      const heard = await eventually(async () => {
        await a.announce({ text: 'hello ä' });
        return b.heard();
      }, ({ length }) => length > 0);
      expect(heard[0]).toEqual({ topic: 'contract', body: { text: 'hello ä' }, from: session });
      expect(await a.heard()).toEqual([]);
    });

    it('tells one alone', async () => {
      const [c, session] = await Promise.all([world.join(), b.session()]);
      const of = async (peer: ContractMember, to: string): Promise<unknown[]> => (await peer.heard()).filter(({ body }) => JSON.stringify(body) === `{"to":"${to}"}`);
      await eventually(async () => {
        await a.announce({ to: 'b' }, session);
        return of(b, 'b');
      }, ({ length }) => length > 0);
      // What was told to all after it came to the third, so what was not for it would have come before.
      await eventually(async () => {
        await a.announce({ to: 'all' });
        return of(c, 'all');
      }, ({ length }) => length > 0);
      expect(await of(c, 'b')).toEqual([]);
      expect(await of(a, 'b')).toEqual([]);
      await c.leave();
    });

    it('has one clock that does not go back', async () => {
      for (let round = 0; round < 3; round++) {
        const before = await a.now();
        const there = await b.now();
        const after = await a.now();
        expect(there).toBeGreaterThanOrEqual(before - skew);
        expect(there).toBeLessThanOrEqual(after + skew);
      }
      expect(Math.min(...await a.clockSteps(100))).toBeGreaterThanOrEqual(0);
      const began = await a.now();
      await a.beginSleep('short', 40);
      expect(await a.result('short')).toBe('done');
      expect(await a.now() - began).toBeGreaterThanOrEqual(38);
      await a.beginSleep('long', 60_000);
      await a.stop('long');
      expect(await a.result('long')).toBe('aborted');
    });

    it('locks: one for each run, others only when that one is let go of or over', async () => {
      const got = await a.acquire('single', 'lock://one', 60);
      expect(got).toMatchObject({ acquired: true });
      expect(await a.acquire('single', 'lock://two', 60)).toEqual({ acquired: false, reason: 'already_holding', key: 'lock://one' });
      // The second was not taken in passing, and the first is as it was.
      expect(await b.acquire('another', 'lock://two', 60)).toMatchObject({ acquired: true, renewed: false });
      expect(await b.stands('lock://one', (got as { lease: { fence: number } }).lease.fence)).toBe(true);
      expect(await a.acquire('single', 'lock://two', 60)).toMatchObject({ reason: 'already_holding' });
      await b.releaseRun('another');
      expect(await a.release('single', 'lock://one')).toEqual({ released: true });
      expect(await a.acquire('single', 'lock://two', 0.3)).toMatchObject({ acquired: true });
      expect(await eventually(() => a.acquire('single', 'lock://one', 60), ({ acquired }) => acquired)).toMatchObject({ acquired: true, renewed: false });
      await a.releaseRun('single');
    });

    it('locks: one that is revoked is its holder\'s no more, and nobody else\'s is', async () => {
      const got = await a.acquire('robbed', 'lock://revoked', 60);
      const { fence } = (got as { lease: { fence: number } }).lease;
      expect(await b.revoke('lock://revoked', fence + 1)).toBe(false);
      expect(await b.revoke('lock://none', fence)).toBe(false);
      expect(await a.stands('lock://revoked', fence)).toBe(true);
      expect(await b.revoke('lock://revoked', fence)).toBe(true);
      expect(await b.revoke('lock://revoked', fence)).toBe(false);
      expect(await Promise.all([a, b].map((peer) => peer.stands('lock://revoked', fence)))).toEqual([false, false]);
      expect((await a.locks()).filter(({ key }) => key === 'lock://revoked')).toEqual([]);
      expect(await a.release('robbed', 'lock://revoked')).toEqual({ released: false, reason: 'not_found' });
      const next = await b.acquire('robber', 'lock://revoked', 60);
      expect(next).toMatchObject({ acquired: true, renewed: false });
      const newer = (next as { lease: { fence: number } }).lease.fence;
      expect(newer).toBeGreaterThan(fence);
      // What was asked for too late, and its own.
      expect(await a.revoke('lock://revoked', fence)).toBe(false);
      expect(await b.stands('lock://revoked', newer)).toBe(true);
      expect(await b.revoke('lock://revoked', newer)).toBe(true);
      // Whoever lost one that way may have another.
      expect(await a.acquire('robbed', 'lock://after', 60)).toMatchObject({ acquired: true });
      await a.releaseRun('robbed');
    });

    it.concurrent('locks: one holder, refused to others, given on by time, by release and by death', async () => {
      const first = await a.acquire('builder', 'LOCK://Repo/Main', 60);
      expect(first).toMatchObject({ acquired: true, renewed: false, lease: { key: 'lock://repo/Main' } });
      const fence = (first as { lease: { fence: number } }).lease.fence;
      expect(await b.acquire('tester', 'lock://repo/Main', 60)).toMatchObject({ acquired: false, reason: 'held', lease: { fence, holder: { agent: 'builder' } } });
      expect(await a.acquire('builder', 'lock://repo/Main', 60)).toMatchObject({ acquired: true, renewed: true, lease: { fence } });
      expect(await b.release('tester', 'lock://repo/Main')).toMatchObject({ released: false, reason: 'held' });
      expect((await b.locks()).map((lease) => lease.key)).toEqual(['lock://repo/Main']);
      expect(await a.release('builder', 'lock://repo/Main')).toEqual({ released: true });
      const fences = [fence];
      const won = async (peer: ContractMember, run: string, ttl: number): Promise<void> => {
        const got = await eventually(() => peer.acquire(run, 'lock://repo/Main', ttl), ({ acquired }) => acquired);
        expect(got).toMatchObject({ acquired: true, renewed: false });
        fences.push((got as { lease: { fence: number } }).lease.fence);
      };
      await won(b, 'second', 0.2);
      expect(await a.stands('lock://repo/Main', fence)).toBe(false);
      // Its time runs out.
      await won(a, 'third', 60);
      expect(await b.stands('lock://repo/Main', fences[1]!)).toBe(false);
      expect(await b.stands('lock://repo/Main', fences[2]!)).toBe(true);
      await a.releaseRun('third');
      const victim = await world.join();
      await won(victim, 'fourth', 86_400);
      await victim.kill();
      await won(b, 'fifth', 60);
      await b.releaseRun('fifth');
      expect(fences).toEqual([...new Set(fences)].sort((x, y) => x - y));
    });

    it.concurrent('calls: one runner, one end, and an end with the death of the runner', async () => {
      const sent = await a.call('boss', 'tester', 'do it', 'key');
      expect(sent).toMatchObject({ state: 'pending' });
      const id = (sent as { call_id: string }).call_id;
      expect(await a.call('boss', 'tester', 'do it', 'key')).toMatchObject({ call_id: id });
      const takers = await Promise.all([a.take('t1'), b.take('t2'), b.take('t3')]);
      const taken = takers.filter((call) => call !== undefined);
      expect(taken.map((call) => [call.id, call.context])).toEqual([[id, 'do it']]);
      const [runner, other] = takers[0] ? [a, b] : [b, a];
      expect(await other.complete(taken[0]!, 'not mine')).toBe(false);
      expect(await runner.complete(taken[0]!, 'the result')).toBe(true);
      expect(await runner.complete(taken[0]!, 'again')).toBe(false);
      expect(await a.check('boss', id)).toMatchObject({ state: 'completed', value: 'the result' });
      const second = await a.call('boss', 'tester', 'die over it');
      const victim = await world.join();
      expect(await victim.take('t4')).toMatchObject({ context: 'die over it' });
      await victim.kill();
      expect(await eventually(() => a.check('boss', (second as { call_id: string }).call_id), ({ state }) => state !== 'running')).toMatchObject({ state: 'error' });
    });

    it.concurrent('waiting: a trigger goes to one waiter, in order, and never to the dead', async () => {
      const victim = await world.join();
      const victimSession = await victim.session();
      await victim.beginWait('w0', 'builder', 'push', 60_000);
      expect(await eventually(() => a.waiters('builder'), ({ length }) => length === 1)).toEqual(['w0']);
      await a.beginWait('w1', 'builder', 'push', 60_000);
      expect(await eventually(() => b.waiters('builder'), ({ length }) => length === 2)).toEqual(['w0', 'w1']);
      await b.beginWait('w2', 'builder', 'push', 60_000);
      expect(await eventually(() => b.waiters('builder'), ({ length }) => length === 3)).toEqual(['w0', 'w1', 'w2']);
      await victim.kill();
      expect(await eventually(() => a.alive(victimSession), (alive) => !alive)).toBe(false);
      expect(await b.trigger('builder', 'pull', 0)).toBe(false);
      expect(await b.trigger('builder', 'push', 1)).toBe(true);
      expect(await a.result('w1')).toMatchObject({ payload: 1 });
      expect(await a.trigger('builder', 'push', 2)).toBe(true);
      expect(await b.result('w2')).toMatchObject({ payload: 2 });
      expect(await a.trigger('builder', 'push', 3)).toBe(false);
      await a.beginWait('w3', 'builder', 'push', 100);
      expect(await a.result('w3')).toBe('timeout');
    });
  });
}
