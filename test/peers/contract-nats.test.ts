/** The port on a real NATS server, started with the configuration that teachers are given. */
import { createServer, connect as dial, type Socket } from 'node:net';
import { afterAll, beforeAll, describe } from 'vitest';
import { joinNatsPeers, type NatsPeersOptions } from '../../src/peers/nats/coordination.ts';
import { hasNatsServer, PASSWORD, startNatsServer, type NatsServerProcess } from '../support/nats-server.ts';
import { contractPeer } from './contract-peer.ts';
import { contract } from './contract.ts';

const TTL = 3_000;

let server: NatsServerProcess;
let projects = 0;
const options = (project: string): NatsPeersOptions => ({ address: server.address, user: 'class', password: PASSWORD, team: 'team', project, ttlMs: TTL });

/** A wire to the server that can be cut: nothing of it arrives any more, and nobody is told. */
async function wire(): Promise<{ address: string; cut(): void; mend(): void; close(): void }> {
  const { port, hostname } = new URL(server.address);
  const sockets = new Set<Socket>();
  let whole = true;
  const proxy = createServer((near) => {
    const far = dial(Number(port), hostname);
    for (const [from, to] of [[near, far], [far, near]] as const) {
      sockets.add(from);
      from.on('data', (chunk) => { if (whole) to.write(chunk); });
      from.on('close', () => { sockets.delete(from); if (whole) to.destroy(); });
      from.on('error', () => undefined);
    }
  });
  await new Promise<void>((done) => { proxy.listen(0, '127.0.0.1', done); });
  const cutAll = (): void => { for (const socket of sockets) socket.destroy(); };
  return {
    address: `ws://127.0.0.1:${(proxy.address() as { port: number }).port}`,
    cut: () => { whole = false; },
    mend: () => { cutAll(); whole = true; },
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
});
