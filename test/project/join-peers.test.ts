/** A page and the server of its team: off by default, met when it is set, left when it is gone, met again when it is back. The server is real, this browser's tabs are the simulator. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { joinNatsPeers } from '../../src/peers/nats/coordination.ts';
import { joinPeers, type PeersState } from '../../src/project/join-peers.ts';
import { createSettings } from '../../src/project/settings.ts';
import { createTeamServer } from '../../src/project/team-server.ts';
import { World } from '../peers/world.ts';
import { hasNatsServer, PASSWORD, startNatsServer, type NatsServerProcess } from '../support/nats-server.ts';

const left: string[] = [];
vi.mock('../../src/peers/browser/coordination.ts', () => ({
  joinBrowserPeers: async (project: string) => {
    const peer = new World(1).join();
    return { ...peer, leave: () => left.push(project) };
  },
}));

const listeners = new Map<string, (event: object) => void>();
vi.stubGlobal('addEventListener', (type: string, listener: (event: object) => void) => listeners.set(type, listener));

describe.skipIf(!hasNatsServer)('a page and the server of its team', () => {
  let server: NatsServerProcess;
  beforeAll(async () => {
    server = await startNatsServer();
    // Who comes first says how long a peer lives without a sign.
    (await joinNatsPeers({ address: server.address, user: 'class', password: PASSWORD, team: 'team', project: 'Shop', ttlMs: 2_000 })).leave();
  });
  afterAll(() => server?.close());
  afterEach(() => listeners.get('pagehide')?.({}));

  const settled = async (peers: { getState(): PeersState }, good: (state: PeersState) => boolean): Promise<PeersState> => {
    await expect.poll(() => good(peers.getState()), { timeout: 60_000 }).toBe(true);
    return peers.getState();
  };

  const where = (state: PeersState): unknown => (state.state === 'joined' ? [state.server, state.problem] : state);

  it('joins it, falls back to the tabs of this browser when it is gone, and comes back when nobody works', async () => {
    const settings = createSettings(undefined);
    let tries = 0;
    const secrets = {
      get: async () => {
        tries++;
        return PASSWORD;
      },
    };
    const peers = joinPeers('id', () => undefined, { name: () => 'Shop', server: createTeamServer(settings, secrets), retryMs: [300] });
    const seen: PeersState[] = [];
    peers.subscribe((state) => seen.push(state));
    expect(where(await settled(peers, ({ state }) => state === 'joined'))).toEqual([undefined, undefined]);
    expect(tries).toBe(0);

    settings.setState({ peersOnServer: true, peersServer: server.address, peersTeam: 'team', peersUser: 'class' });
    await settled(peers, (state) => state.state === 'joined' && state.server === server.address);
    expect(left).toEqual(['id']);
    // Between two worlds there is a moment of none: whoever works with the peers sees that they are others.
    expect(seen.map(({ state }) => state)).toEqual(['joined', 'joining', 'joined']);

    await server.kill();
    const gone = await settled(peers, (state) => state.state === 'joined' && state.problem !== undefined);
    expect(where(gone)).toEqual([undefined, `No NATS server answers at ${server.address}/.`]);
    expect(seen.at(-2)).toEqual({ state: 'joining', reason: 'The server was out of reach for longer than 2 seconds, so the others took this page for closed.' });

    // Somebody works: the server waits.
    const run = gone.state === 'joined' ? gone.peers.enter({ agent: 'a', role: 'r', task: 't' }) : undefined;
    const other = server.start().then(() => joinNatsPeers({ address: server.address, user: 'class', password: PASSWORD, team: 'team', project: 'Shop' }));
    const came = new Promise<string>((done) => { void other.then((port) => port.listen((_topic, _body, from) => done(from))); });
    await other;
    const before = tries;
    await expect.poll(() => tries, { timeout: 60_000 }).toBe(before + 2);
    expect(peers.getState()).toBe(gone);
    void run!.end();
    const back = await settled(peers, (state) => state.state === 'joined' && state.server !== undefined);
    expect(await came).toBe(back.state === 'joined' ? back.peers.port.session : '');
    expect(left).toEqual(['id', 'id']);

    settings.setState({ peersOnServer: false });
    expect(where(await settled(peers, (state) => state.state === 'joined' && state.server === undefined))).toEqual([undefined, undefined]);
    (await other).leave();
  });

  it('goes where the others are when the project has another name', async () => {
    const settings = createSettings(undefined);
    settings.setState({ peersOnServer: true, peersServer: server.address, peersTeam: 'team', peersUser: 'class' });
    let name = 'Shop';
    let renamed = (): void => undefined;
    const onName = (listener: () => void): void => { renamed = listener; };
    const peers = joinPeers('id', () => undefined, { name: () => name, onName, server: createTeamServer(settings, { get: async () => PASSWORD }) });
    const first = await settled(peers, (state) => state.state === 'joined' && state.server !== undefined);
    renamed();
    expect(peers.getState()).toBe(first);
    const other = await joinNatsPeers({ address: server.address, user: 'class', password: PASSWORD, team: 'team', project: 'Store' });
    name = 'Store';
    renamed();
    const second = await settled(peers, (state) => state.state === 'joined' && state !== first);
    expect(second.state === 'joined' && await other.alive(second.peers.port.session)).toBe(true);
    other.leave();
  });
});
