/** The port on a real NATS server, started with the configuration that teachers are given. */
import { createServer, connect as dial, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jetstreamManager } from '@nats-io/jetstream';
import { wsconnect } from '@nats-io/nats-core';
import { joinNatsPeers, type NatsPeersOptions } from '../../src/peers/nats/coordination.ts';
import { scopeOf } from '../../src/peers/nats/address.ts';
import { hasNatsServer, PASSWORD, startNatsServer, type NatsServerProcess } from '../support/nats-server.ts';
import { contractPeer } from './contract-peer.ts';
import { contract } from './contract.ts';

const TTL = 3_000;

let server: NatsServerProcess;
let projects = 0;
const options = (project: string): NatsPeersOptions => ({ address: server.address, user: 'class', password: PASSWORD, team: 'team', project, ttlMs: TTL });

interface Wire {
  address: string;
  /** Nothing arrives any more, and nobody is told. */
  cut(): void;
  /** What is asked arrives, its answers do not. */
  deafen(): void;
  /** New connections work again; the old ones are closed. */
  mend(): void;
  close(): void;
}

/** A wire to the server that can be cut. */
async function wire(): Promise<Wire> {
  const { port, hostname } = new URL(server.address);
  const sockets = new Set<Socket>();
  let [there, back] = [true, true];
  const proxy = createServer((near) => {
    const far = dial(Number(port), hostname);
    for (const [from, to, open] of [[near, far, () => there], [far, near, () => back]] as const) {
      sockets.add(from);
      from.on('data', (chunk) => { if (open()) to.write(chunk); });
      from.on('close', () => { sockets.delete(from); if (there && back) to.destroy(); });
      from.on('error', () => undefined);
    }
  });
  await new Promise<void>((done) => { proxy.listen(0, '127.0.0.1', done); });
  const cutAll = (): void => { for (const socket of sockets) socket.destroy(); };
  return {
    address: `ws://127.0.0.1:${(proxy.address() as { port: number }).port}`,
    cut: () => { there = back = false; },
    deafen: () => { back = false; },
    mend: () => { cutAll(); there = back = true; },
    close: () => { proxy.close(); cutAll(); },
  };
}

describe.skipIf(!hasNatsServer)('NATS', () => {
  beforeAll(async () => { server = await startNatsServer(); });
  afterAll(() => server?.close());

  contract('contract', async () => {
    const project = `contract-${projects++}`;
    const closing: (() => void)[] = [];
    return {
      async join() {
        const own = await wire();
        const port = await joinNatsPeers({ ...options(project), address: own.address });
        closing.push(() => { port.leave(); own.close(); });
        return { ...contractPeer(port), leave: async () => port.leave(), kill: async () => own.cut() };
      },
      close: async () => { for (const close of closing) close(); },
    };
  }, { skew: 60, death: 2 * TTL });

  const code = (work: Promise<unknown>): Promise<unknown> => work.then(() => 'done', (error: unknown) => [(error as { code: string }).code, (error as Error).message]);

  it('says what is wrong with an address, a password, a server that is not there', async () => {
    expect(await code(joinNatsPeers({ ...options('x'), password: 'wrong' }))).toEqual(['refused', `The server at ${server.address}/ does not accept this user and password.`]);
    expect(await code(joinNatsPeers({ ...options('x'), address: 'ws://127.0.0.1:9' }))).toEqual(['unreachable', 'No NATS server answers at ws://127.0.0.1:9/.']);
    expect(await code(joinNatsPeers({ ...options('x'), address: 'ws://peers.example.org' }))).toEqual(['invalid_address', 'The address has to begin with wss:// (or with ws://localhost for a server on this machine).']);
  });

  it('keeps teams and projects apart', async () => {
    const peers = await Promise.all([joinNatsPeers(options('apart')), joinNatsPeers(options('apart 2')), joinNatsPeers({ ...options('apart'), team: 'others' })]);
    const heard: unknown[] = [];
    for (const peer of peers) peer.listen((...told) => heard.push(told));
    await peers[0]!.records.write('k', 0, 1);
    peers[0]!.announce('topic', null);
    for (const other of peers.slice(1)) {
      expect(await other.records.read('k')).toBeUndefined();
      expect(await other.records.list('')).toEqual([]);
      expect(await other.alive(peers[0]!.session)).toBe(false);
    }
    expect(heard).toEqual([]);
    for (const peer of peers) peer.leave();
  });

  it('refuses what is larger than the server takes, and says by how much', async () => {
    const peer = await joinNatsPeers(options('large'));
    expect(await code(peer.records.write('large', 0, 'x'.repeat(1_100_000)))).toEqual(['too_large', 'This is too large to be shared: 1076 KiB, and the server takes 1024 KiB.']);
    expect(await peer.records.read('large')).toBeUndefined();
    peer.announce('large', 'x'.repeat(1_100_000));
    expect(await peer.records.write('large', 0, 'small')).toBeDefined();
    peer.leave();
  });

  it('makes a change once when its answer is lost with the connection', async () => {
    const own = await wire();
    const [peer, other] = await Promise.all([joinNatsPeers({ ...options('lost'), address: own.address }), joinNatsPeers(options('lost'))]);
    const first = (await peer.records.write('k', 0, 'first'))!;
    own.deafen();
    const change = peer.records.write('k', first.revision, 'second');
    const creation = peer.records.write('new', 0, 'created');
    const removal = peer.records.write('gone', 0, 1).then((entry) => peer.records.remove('gone', entry!.revision));
    await expect.poll(() => other.records.read('k').then((entry) => entry?.value)).toBe('second');
    own.mend();
    expect(await change).toEqual(await other.records.read('k'));
    expect(await creation).toEqual(await other.records.read('new'));
    expect(await removal).toBe(true);
    // Somebody else's change in between, and the server still knows that the write was made.
    own.deafen();
    const overwritten = peer.records.write('new', (await other.records.read('new'))!.revision, 'mine');
    await expect.poll(() => other.records.read('new').then((entry) => entry?.value)).toBe('mine');
    const mine = (await other.records.read('new'))!;
    await other.records.write('new', mine.revision, 'theirs');
    own.mend();
    expect(await overwritten).toEqual(mine);
    peer.leave();
    other.leave();
    own.close();
  });

  it('finishes what was begun, however often the connection breaks', async () => {
    const own = await wire();
    const peer = await joinNatsPeers({ ...options('breaks'), address: own.address, ttlMs: 30_000 });
    const work: Promise<unknown>[] = [];
    for (let round = 0; round < 12; round++) {
      work.push(peer.records.write(`k${round}`, 0, round), peer.alive(peer.session), peer.records.list('k'));
      // In the middle of connecting, of asking and of answering.
      await new Promise((done) => { setTimeout(done, round * 7); });
      own.mend();
    }
    expect((await Promise.all(work)).filter((result) => result === undefined || result === false)).toEqual([]);
    expect((await peer.records.list('k')).map(({ value }) => value).sort((x, y) => Number(x) - Number(y))).toEqual(Array.from({ length: 12 }, (_, index) => index));
    peer.leave();
    own.close();
  });

  it('goes on over a restart of the server, with the same records and greater revisions', async () => {
    const peer = await joinNatsPeers({ ...options('restart'), ttlMs: 15_000 });
    const before = (await peer.records.write('k', 0, 1))!;
    const removed = (await peer.records.write('last', 0, 1))!;
    expect(await peer.records.remove('last', removed.revision)).toBe(true);
    await server.kill();
    const during = peer.records.write('k', before.revision, 2);
    await server.start();
    expect(await during).toMatchObject({ value: 2 });
    expect((await during)!.revision).toBeGreaterThan(removed.revision);
    expect(await peer.alive(peer.session)).toBe(true);
    peer.leave();
  });

  it('peers that come in the same moment make one bucket', async () => {
    const peers = await Promise.all(Array.from({ length: 8 }, () => joinNatsPeers(options('together'))));
    const written = await Promise.all(peers.map((peer, index) => peer.records.write('first', 0, index)));
    expect(written.filter((entry) => entry !== undefined)).toHaveLength(1);
    for (const peer of peers) peer.leave();
  });

  it('says so when nobody can know whether a change was made', async () => {
    const own = await wire();
    const patient = { ...options('unknown'), ttlMs: 30_000 };
    const [peer, other] = await Promise.all([joinNatsPeers({ ...patient, address: own.address }), joinNatsPeers(patient)]);
    const first = (await peer.records.write('k', 0, 'first'))!;
    own.deafen();
    const change = code(peer.records.write('k', first.revision, 'second'));
    await expect.poll(() => other.records.read('k').then((entry) => entry?.value)).toBe('second');
    await other.records.write('k', (await other.records.read('k'))!.revision, 'third');
    // What it remembers of writes it reads from what they left.
    await server.kill();
    await server.start();
    own.mend();
    expect(await change).toEqual(['answer_lost', 'The connection was lost during a change, and others have changed the same since: whether it was made is not known.']);
    expect(await peer.records.read('k')).toMatchObject({ value: 'third' });
    peer.leave();
    other.leave();
    own.close();
  });

  it('a peer that was cut off for too long knows that it is dead, and does nothing more', async () => {
    const own = await wire();
    const [peer, other] = await Promise.all([joinNatsPeers({ ...options('cut'), address: own.address }), joinNatsPeers(options('cut'))]);
    const lease = await peer.leases.take('lock://x', { session: peer.session, run: 'r', agent: 'a' }, 600_000);
    expect(lease.taken).toBe(true);
    own.cut();
    const sleeping = code(peer.sleep(600_000));
    const asking = code(peer.records.write('late', 0, 1));
    const sentence = 'The server was out of reach for longer than 3 seconds, so the others took this page for closed.';
    expect(await sleeping).toEqual(['session_ended', sentence]);
    expect(await asking).toEqual(['session_ended', sentence]);
    expect(peer.over.reason).toMatchObject({ code: 'session_ended' });
    own.mend();
    expect(await code(peer.records.write('late', 0, 1))).toEqual(['session_ended', sentence]);
    expect(await code(peer.alive(peer.session))).toEqual(['session_ended', sentence]);
    await other.ended(peer.session, AbortSignal.timeout(30_000));
    const next = await other.leases.take('lock://x', { session: other.session, run: 'r2', agent: 'b' }, 1_000);
    expect(next.taken).toBe(true);
    expect(next.lease.fence).toBeGreaterThan(lease.lease.fence);
    expect(await other.records.read('late')).toBeUndefined();
    other.leave();
    own.close();
  });

  it('takes no harm from what other programs write to its subjects', async () => {
    const peer = await joinNatsPeers(options('garbage'));
    const bucket = `tabloom-${await scopeOf('team', 'garbage')}`;
    const stranger = await wsconnect({ servers: server.address, user: 'class', pass: PASSWORD });
    const heard: unknown[] = [];
    peer.listen((...told) => heard.push(told));
    for (const body of ['', 'no json', 'null', '[]', '{"key":"other","value":1}', '{"key":7}', '{"from":1,"topic":"x","body":1}']) {
      await stranger.request(`$KV.${bucket}.call.a`, body);
      stranger.publish(`tabloom.${bucket.slice(8)}.news`, body);
      stranger.publish(`tabloom.${bucket.slice(8)}.left`, body);
    }
    stranger.publish(`tabloom.${bucket.slice(8)}.left`, peer.session);
    await stranger.request(`$KV.${bucket}.a.b.c.d`, '{"key":"call/x","value":1}');
    await stranger.flush();
    expect(await peer.records.list('')).toEqual([]);
    const there = (await peer.records.read('call/a'))!;
    expect(there.value).toBe(null);
    expect(await peer.records.write('call/a', there.revision, 'ours')).toMatchObject({ value: 'ours' });
    expect((await peer.records.list('call/')).map(({ value }) => value)).toEqual(['ours']);
    expect(heard).toEqual([]);
    expect(await peer.alive(peer.session)).toBe(true);
    // Nor does a record stay longer on the server than it is wanted, but for the newest message of all.
    const { streams } = await jetstreamManager(stranger);
    for (let round = 0; round < 20; round++) await peer.records.remove('call/b', (await peer.records.write('call/b', 0, round))!.revision);
    await peer.records.write('call/c', 0, 1);
    await expect.poll(async () => Object.keys((await streams.info(`KV_${bucket}`, { subjects_filter: '>' })).state.subjects ?? {}).sort()).toEqual([`$KV.${bucket}.a.b.c.d`, `$KV.${bucket}.call.a`, `$KV.${bucket}.call.c`]);
    await stranger.close();
    peer.leave();
  });
});
