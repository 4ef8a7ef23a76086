/** The peers' world on a NATS server: JetStream's streams decide, keys that end by themselves know who lives, a plain subject tells. For machines that share no browser. */
import type { Msg, MsgCallback } from '@nats-io/nats-core';
import * as z from 'zod';
import { delay } from '../../shared/abort.ts';
import { AppError } from '../../shared/errors.ts';
import { createRecordLeases } from '../lease-records.ts';
import type { Coordination, Listener } from '../port.ts';
import { scopeOf, serverAddress } from './address.ts';
import { connect } from './link.ts';
import type { NatsServer } from './link.ts';
import { openNatsRecords } from './records.ts';
import { joinSessions } from './sessions.ts';

const news = z.object({ from: z.string(), topic: z.string(), body: z.json() });

export interface NatsPeersOptions extends NatsServer {
  /** A word that the members of a team have in common; other teams on the server are apart from them. */
  team: string;
  /** Its name, the same on all machines. */
  project: string;
  /** Milliseconds after which a peer that gave no sign is dead. */
  ttlMs?: number;
}

export interface NatsCoordination extends Coordination {
  /** Ends this peer: what it holds is free from now on. */
  leave(): void;
  /** Aborted with the reason, an AppError, when this peer ended without having left. */
  readonly over: AbortSignal;
}

/** @throws AppError `invalid_address`, `unreachable`, `refused`, `no_jetstream` */
export async function joinNatsPeers({ team, project, ttlMs = 15_000, ...server }: NatsPeersOptions): Promise<NatsCoordination> {
  const link = await connect({ ...server, address: serverAddress(server.address) });
  try {
    const bucket = `tabloom-${await scopeOf(team, project)}`;
    const topic = `tabloom.${bucket.slice('tabloom-'.length)}`;
    const [records, sessions] = await Promise.all([openNatsRecords(link, bucket), joinSessions(link, `${bucket}-peers`, topic, ttlMs)]);
    const { session, now, alive, ended } = sessions;
    const listeners = new Set<Listener>();
    const toAll = `${topic}.news`;
    const toOne = (one: string): string => `${toAll}.${one}`;
    const callback: MsgCallback<Msg> = (error, message) => {
      if (error) return;
      let body: unknown;
      try {
        body = message.json();
      } catch {
        return;
      }
      const parsed = news.safeParse(body);
      if (parsed.success) for (const listener of [...listeners]) listener(parsed.data.topic, parsed.data.body, parsed.data.from);
    };
    for (const subject of [toAll, toOne(session)]) link.connection.subscribe(subject, { callback });
    return {
      session, records, now, alive, ended, over: link.over,
      leases: createRecordLeases({ records, now, alive }, { clockFences: true }),
      announce(about, body, to) {
        try {
          link.connection.publish(to === undefined ? toAll : toOne(to), JSON.stringify({ from: session, topic: about, body }));
        } catch {
          // Too large for the server, or no connection: nothing depends on it.
        }
      },
      listen(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      sleep: (ms, signal) => link.whileIn(delay(ms, signal)),
      leave() {
        listeners.clear();
        sessions.leave();
        link.end(new AppError('session_ended', 'This page has left.'));
      },
    };
  } catch (error) {
    link.end(AppError.from(error));
    throw error;
  }
}
