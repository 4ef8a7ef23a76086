/** Parts of the port to a NATS server that need none: addresses, names, the shared clock. */
import { expect, it } from 'vitest';
import { scopeOf, serverAddress } from '../../src/peers/nats/address.ts';
import { createSharedClock } from '../../src/peers/nats/clock.ts';
import { filterOfPrefix, subjectOfKey } from '../../src/peers/nats/subject.ts';

it('takes addresses that are encrypted, or on this machine', () => {
  expect(['wss://peers.example.org', ' wss://peers.example.org:8443/nats ', 'ws://localhost:9222', 'ws://[::1]:9222', 'ws://tabloom.localhost', 'WS://127.0.0.1:80/'].map(serverAddress)).toEqual([
    'wss://peers.example.org:443/', 'wss://peers.example.org:8443/nats', 'ws://localhost:9222/', 'ws://[::1]:9222/', 'ws://tabloom.localhost:80/', 'ws://127.0.0.1:80/',
  ]);
  for (const wrong of ['', 'peers.example.org', 'ws://peers.example.org', 'ws://192.168.1.5:9222', 'https://peers.example.org', 'nats://localhost:4222', 'wss://user:pass@peers.example.org', 'wss://', 'ws://localhost.example.org']) {
    expect(() => serverAddress(wrong), wrong).toThrow(expect.objectContaining({ code: 'invalid_address' }));
  }
});

it('names a team’s project so that its name says nothing, and no two are alike', async () => {
  const names = await Promise.all([['a', 'b'], ['ab', ''], ['', 'ab'], ['a"', 'b'], ['A', 'b'], ['ä', 'b']].map(([team, project]) => scopeOf(team!, project!)));
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[0-9a-f]{32}$/);
  expect(await scopeOf('a', 'b')).toBe(names[0]);
});

it('writes keys as words of a subject', async () => {
  expect(await Promise.all(['call/x-1', 'call', 'call/', '/', '', 'lock/file:///ä b.*>', 'a_b/=', '漢/😀'].map((key) => subjectOfKey('r', key)))).toEqual([
    'r.call.x-1', 'r.call', 'r.call.=', 'r.=.=', 'r.=', 'r.lock.file=3a=2f=2f=2f=e4=20b=2e=2a=3e', 'r.a=5fb.=3d', 'r._6f22._d83d_de00',
  ]);
  const long = await subjectOfKey('r', `lock/${'ü'.repeat(1_000)}`);
  expect(long).toMatch(/^r\.lock\.=~[0-9a-f]{64}$/);
  expect(await subjectOfKey('r', `lock/${'ü'.repeat(999)}u`)).not.toBe(long);
  expect(await Promise.all(['', 'ca', 'call/', 'lock/file:'].map((prefix) => filterOfPrefix('r', prefix)))).toEqual(['r.>', 'r.>', 'r.call.>', 'r.lock.>']);
});

it('goes by the quickest answer, never back, and tells when the server’s clock is set', () => {
  let local = 1_000;
  const set: number[] = [];
  const clock = createSharedClock((difference) => set.push(difference), () => local);
  clock.measured(1_000, 1_010, 50_005);
  expect(clock.now()).toBe(50_000);
  // A slow answer says less than a quick one.
  clock.measured(1_000, 1_400, 50_390);
  expect(clock.now()).toBe(50_000);
  local = 1_500;
  expect(clock.now()).toBe(50_500);
  // The server's clock is a little behind: this one waits for it.
  clock.measured(1_500, 1_504, 50_492);
  expect(clock.now()).toBe(50_500);
  local = 1_520;
  expect(clock.now()).toBe(50_510);
  expect(set).toEqual([]);
  clock.measured(1_520, 1_524, 3_650_512);
  expect(set).toEqual([3_600_000]);
});
