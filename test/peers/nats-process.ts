/** One peer on a NATS server as a process of its own, asked by messages: so that it can be killed and stopped like a machine. */
import { WebSocket } from 'undici';
import { joinNatsPeers, type NatsCoordination, type NatsPeersOptions } from '../../src/peers/nats/coordination.ts';
import { AppError } from '../../src/shared/errors.ts';
import { contractPeer } from './contract-peer.ts';

// Node has one of its own from its 22nd version on.
globalThis.WebSocket ??= WebSocket as unknown as typeof globalThis.WebSocket;

export interface Question { id: number; name: string; args: unknown[] }
export type Reply = { id: number } & ({ value: unknown } | { error: { code: string; message: string } });

let port: NatsCoordination;
let peer: Record<string, (...args: unknown[]) => Promise<unknown>>;

process.on('message', ({ id, name, args }: Question) => {
  void (async () => {
    if (name === 'join') {
      port = await joinNatsPeers(args[0] as NatsPeersOptions);
      peer = contractPeer(port) as unknown as typeof peer;
      return port.session;
    }
    return peer[name]!(...args);
  })().then((value) => process.send!({ id, value } satisfies Reply), (error: unknown) => process.send!({ id, error: AppError.from(error).toJSON() } satisfies Reply));
});
process.on('disconnect', () => process.exit());
