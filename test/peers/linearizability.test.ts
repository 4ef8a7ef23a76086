/** The checker finds the histories that are right, and those that are not. */
import { describe, expect, it } from 'vitest';
import { random } from '../support/sample.ts';
import { linearize, type Operation } from './linearizability.ts';
import { FREE, lockOperations, stateKey, type Death, type LockCall } from './lock-history.ts';

const write = (value: number, start: number, end: number): Operation<number> => ({ name: `write ${value}`, start, end, apply: () => value });
const read = (value: number, start: number, end: number): Operation<number> => ({ name: `read ${value}`, start, end, apply: (state) => (state === value ? state : undefined) });
const register = (...history: Operation<number>[]): boolean => linearize(history, 0, String).linearizable;

describe('a register', () => {
  it('may be read before or after what is written at the same time', () => {
    expect(register(write(1, 0, 10), read(0, 1, 2), read(1, 3, 4))).toBe(true);
    expect(register(write(1, 0, 10), read(1, 1, 2), read(0, 3, 4))).toBe(false);
    expect(register(write(1, 0, 1), read(0, 2, 3))).toBe(false);
    expect(register(write(1, 0, 10), write(2, 0, 10), read(2, 11, 12), read(1, 13, 14))).toBe(false);
  });

  it('may have been written by one who never answered, or not', () => {
    const lost: Operation<number> = { ...write(1, 0, Infinity), optional: true };
    expect(register(lost, read(0, 1, 2))).toBe(true);
    expect(register(lost, read(0, 1, 2), read(1, 3, 4))).toBe(true);
    expect(register(lost, read(1, 1, 2), read(0, 3, 4))).toBe(false);
    // Before its end, or never.
    expect(register({ ...lost, end: 10 }, read(0, 1, 2), read(1, 8, 12))).toBe(true);
    expect(register({ ...lost, end: 10 }, read(0, 20, 30), read(1, 40, 50))).toBe(false);
  });

  it('is decided fast in long histories of many at once', () => {
    const next = random(7);
    const history: Operation<number>[] = [];
    for (let at = 0, value = 0; at < 1_500; at++) {
      const [start, end] = [at - next() * 6, at + next() * 6];
      history.push(next() < 0.4 ? write(value = at + 1, start, end) : read(value, start, end));
    }
    expect(register(...history)).toBe(true);
    expect(register(...history, read(-1, 1_000, 1_001))).toBe(false);
  });
});

const call = (run: string, start: number, end: number, did: LockCall['did']): LockCall => ({ key: 'k', run, page: `page of ${run}`, start, end, did });
const granted = (run: string, fence: number, start: number, end = start + 5, ttlMs = 1_000): LockCall => call(run, start, end, { kind: 'granted', fence, ttlMs });
const locks = (calls: LockCall[], deaths: Death[] = []): boolean => linearize(lockOperations(calls, deaths, 10), FREE, stateKey).linearizable;

describe('a lock', () => {
  it('has one holder until it lets go', () => {
    expect(locks([granted('a', 1, 0), granted('b', 2, 100)])).toBe(false);
    expect(locks([granted('a', 1, 0), call('a', 50, 60, { kind: 'released' }), granted('b', 2, 55)])).toBe(true);
    expect(locks([granted('a', 1, 0), call('b', 50, 60, { kind: 'refused', by: 'a' })])).toBe(true);
    expect(locks([granted('a', 1, 0), call('b', 50, 60, { kind: 'refused', by: 'c' })])).toBe(false);
  });

  it('is free again when its time is over, and not before', () => {
    expect(locks([granted('a', 1, 0), granted('b', 2, 980)])).toBe(false);
    expect(locks([granted('a', 1, 0), granted('b', 2, 992)])).toBe(true);
    expect(locks([granted('a', 1, 0), call('a', 900, 905, { kind: 'renewed', fence: 1, ttlMs: 1_000 }), granted('b', 2, 1_100)])).toBe(false);
    expect(locks([granted('a', 1, 0), call('a', 900, 905, { kind: 'renewed', fence: 1, ttlMs: 1_000 }), granted('b', 2, 1_900)])).toBe(true);
    expect(locks([granted('a', 1, 0), call('b', 1_100, 1_110, { kind: 'refused', by: 'a' })])).toBe(false);
    expect(locks([granted('a', 1, 0), call('a', 1_100, 1_110, { kind: 'stands', fence: 1 })])).toBe(false);
  });

  it('has numbers that grow', () => {
    const released = call('a', 50, 60, { kind: 'released' });
    expect(locks([granted('a', 2, 0), released, granted('b', 1, 100)])).toBe(false);
    expect(locks([granted('a', 2, 0), released, granted('b', 2, 100)])).toBe(false);
  });

  it('is free when its holder is dead, at the latest when that is promised', () => {
    const death: Death = { page: 'page of a', start: 100, end: 300 };
    expect(locks([granted('a', 1, 0), granted('b', 2, 150)], [death])).toBe(true);
    expect(locks([granted('a', 1, 0), granted('b', 2, 50)], [death])).toBe(false);
    expect(locks([granted('a', 1, 0), call('b', 200, 210, { kind: 'refused', by: 'a' })], [death])).toBe(true);
    expect(locks([granted('a', 1, 0), call('b', 320, 330, { kind: 'refused', by: 'a' })], [death])).toBe(false);
  });

  it('may belong to one who died before it heard so', () => {
    const death: Death = { page: 'page of a', start: 100, end: 300 };
    const asked = call('a', 50, Infinity, { kind: 'unknown', ttlMs: 1_000 });
    expect(locks([asked, call('b', 200, 210, { kind: 'refused', by: 'a' })], [death])).toBe(true);
    expect(locks([asked, call('b', 20, 30, { kind: 'refused', by: 'a' })], [death])).toBe(false);
    expect(locks([asked, granted('b', 1, 200)], [death])).toBe(true);
    // Beyond what is promised nobody is held up by it, whether it had the lock or only asked for it.
    expect(locks([asked, call('b', 320, 330, { kind: 'refused', by: 'a' })], [death])).toBe(false);
    expect(locks([granted('c', 1, 0), asked, call('b', 200, 210, { kind: 'refused', by: 'a' })], [death])).toBe(true);
    expect(locks([granted('c', 1, 0), asked, call('b', 320, 330, { kind: 'refused', by: 'a' })], [death])).toBe(false);
    expect(locks([granted('c', 1, 0), asked, call('b', 320, 330, { kind: 'refused', by: 'c' })], [death])).toBe(true);
  });

  it('may have been let go of by one who died before it heard so', () => {
    const death: Death = { page: 'page of a', start: 100, end: 300 };
    const asked = call('a', 50, Infinity, { kind: 'letting_go' });
    expect(locks([granted('a', 1, 0), asked, granted('b', 2, 60)], [death])).toBe(true);
    expect(locks([granted('a', 1, 0), asked, granted('b', 2, 20)], [death])).toBe(false);
  });
});
