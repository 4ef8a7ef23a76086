/** Locks over a NATS server on this machine: what the way by the server costs, apart from the network to it. */
import { joinNatsPeers, type NatsPeersOptions } from '../../src/peers/nats/coordination.ts';
import { createLocks } from '../../src/peers/locks.ts';
import { hasNatsServer, PASSWORD, startNatsServer } from '../support/nats-server.ts';
import { figureRow, type Row } from './rows.ts';

const LOCKS = 1_000;

const timed = async (count: number, work: (n: number) => Promise<unknown>): Promise<number[]> => {
  const times: number[] = [];
  for (let n = 0; n < count; n++) {
    const begun = performance.now();
    await work(n);
    times.push(performance.now() - begun);
  }
  return times.sort((a, b) => a - b);
};

/** None where there is no `nats-server`. */
export async function natsRows(): Promise<Row[]> {
  if (!hasNatsServer) return [];
  const server = await startNatsServer();
  try {
    const options: NatsPeersOptions = { address: server.address, user: 'class', password: PASSWORD, team: 'bench', project: 'bench' };
    const [port, other] = await Promise.all([joinNatsPeers(options), joinNatsPeers(options)]);
    const locks = createLocks(port);
    const holder = (n: number) => ({ session: port.session, run: `run-${n}`, agent: 'a' });
    await timed(50, (n) => locks.acquire(holder(-n), `lock://warm/${n}`, 60));
    const acquired: number[] = [];
    for (let n = 0; n < LOCKS; n++) {
      acquired.push((await timed(1, () => locks.acquire(holder(n), `lock://a/${n % 20}`, 60)))[0]!);
      await locks.releaseRun(holder(n).run);
    }
    acquired.sort((a, b) => a - b);
    const reads = await timed(200, () => port.records.read('nothing'));
    await createLocks(other).acquire({ session: other.session, run: 'r', agent: 'b' }, 'lock://taken', 600);
    const refused = await timed(200, (n) => locks.acquire(holder(n), 'lock://taken', 60));
    port.leave();
    other.leave();
    const ms = (times: readonly number[], part: number): string => `${times[Math.floor(times.length * part)]!.toFixed(2)} ms`;
    return [
      figureRow(`a lock acquired over a NATS server on this machine (median of ${LOCKS})`, ms(acquired, 0.5)),
      figureRow('the same, slowest hundredth from', ms(acquired, 0.99)),
      figureRow('the same, refused (median)', ms(refused, 0.5)),
      figureRow('one question to that server (median)', ms(reads, 0.5)),
    ];
  } finally {
    await server.close();
  }
}
