/** The connection to the server, and asking it until there is an answer. */
import { jetstream, jetstreamManager, JetStreamApiError } from '@nats-io/jetstream';
import type { JetStreamClient, JetStreamManager, StreamConfig, StreamInfo } from '@nats-io/jetstream';
import { errors, wsconnect } from '@nats-io/nats-core';
import type { NatsConnection } from '@nats-io/nats-core';
import { abortError, delay, throwIfAborted } from '../../shared/abort.ts';
import { AppError } from '../../shared/errors.ts';

export interface NatsServer {
  /** `wss://…`, or `ws://localhost…` */
  address: string;
  user?: string | undefined;
  password?: string | undefined;
}

/** One question takes no longer than this, then it is asked again. */
const ASK_MS = 2_000;
const PAUSE_MS = 250;

export interface Link {
  readonly connection: NatsConnection;
  readonly streams: JetStreamManager['streams'];
  readonly publish: JetStreamClient['publish'];
  /** Aborted with the reason when this peer is no longer one of the others; nothing is asked any more. */
  readonly over: AbortSignal;
  end(reason: AppError): void;
  /** Called before every question; may end the link. */
  check: () => void;
  /**
   * Asks until there is an answer. What changes something has to be the same when it is done twice: an answer can be lost.
   * @param work gets the number of the try, from 1
   * @throws AppError the reason of `over`; whatever the server answers otherwise
   */
  ask<T>(work: (attempt: number) => Promise<T>): Promise<T>;
  /** That promise, or the reason of `over` as soon as there is one. */
  whileIn<T>(promise: Promise<T>): Promise<T>;
}

/** The connection went away before the answer came. */
class Interrupted extends Error {}

/** Whether asking again can help: no answer came, or the server is starting or busy. */
function passes(error: unknown): boolean {
  if (error instanceof Interrupted || error instanceof errors.TimeoutError || error instanceof errors.RequestError || error instanceof errors.NoRespondersError) return true;
  return (error instanceof Error && error.name === 'JetStreamNotEnabled') || (error instanceof JetStreamApiError && error.status === 503);
}

export const apiCode = (error: unknown): number | undefined => (error instanceof JetStreamApiError ? error.code : undefined);

/** @throws AppError `unreachable`, `refused`, `no_jetstream` */
export async function connect({ address, user, password }: NatsServer): Promise<Link> {
  const connection = await wsconnect({
    servers: address, ...(user ? { user, pass: password ?? '' } : password ? { token: password } : {}),
    name: 'tabloom', noEcho: true, noAsyncTraces: true, timeout: 10_000,
    // For as long as the peer lives, and only where the person said: a server may name others.
    reconnect: true, maxReconnectAttempts: -1, reconnectTimeWait: PAUSE_MS, ignoreClusterUpdates: true, pingInterval: 10_000,
  }).catch((error: unknown) => {
    if (error instanceof errors.AuthorizationError) throw new AppError('refused', `The server at ${address} does not accept this user and password.`, { cause: error });
    throw new AppError('unreachable', `No NATS server answers at ${address}.`, { cause: error });
  });
  const manager = await jetstreamManager(connection, { checkAPI: false, timeout: ASK_MS });
  const ending = new AbortController();
  const asked = new Set<(reason: unknown) => void>();
  const watching = new Set<(reason: unknown) => void>();
  let connected = Promise.resolve();

  /** `promise`, unless all of `set` are told otherwise. One listener for each on a signal would be many. */
  const unless = <T>(set: Set<(reason: unknown) => void>, promise: Promise<T>): Promise<T> => new Promise<T>((resolve, reject) => {
    promise.then(resolve, reject).finally(() => set.delete(reject));
    if (ending.signal.aborted) reject(abortError(ending.signal));
    else set.add(reject);
  });
  const tell = (set: Set<(reason: unknown) => void>, reason: unknown): void => {
    for (const reject of [...set]) reject(reason);
  };

  const link: Link = {
    connection, streams: manager.streams, over: ending.signal,
    publish: (subject, data, options) => client.publish(subject, data, { timeout: ASK_MS, ...options }),
    check: () => undefined,
    end(reason) {
      if (ending.signal.aborted) return;
      ending.abort(reason);
      tell(asked, reason);
      tell(watching, reason);
      void connection.close().catch(() => undefined);
    },
    async ask(work) {
      for (let attempt = 1; ; attempt++) {
        link.check();
        throwIfAborted(ending.signal);
        await unless(watching, connected);
        try {
          return await unless(asked, work(attempt));
        } catch (error) {
          if (!passes(error)) throw error;
          if (!(error instanceof Interrupted)) await unless(watching, delay(PAUSE_MS));
        }
      }
    },
    whileIn: (promise) => unless(watching, promise),
  };
  const client = jetstream(connection, { timeout: ASK_MS });
  void (async () => {
    let back: (() => void) | undefined;
    for await (const { type } of connection.status()) {
      if (type === 'disconnect') {
        // It may be lost again before it was told to be back: whoever waits goes on waiting for the same.
        if (!back) connected = new Promise((resolve) => { back = resolve; });
        // What was asked may be lost with the connection: it is asked again on the next one, at once.
        tell(asked, new Interrupted());
      } else if (type === 'reconnect') {
        back?.();
        back = undefined;
      }
    }
  })();
  void connection.closed().then((error) => link.end(new AppError('session_ended', 'The connection to the server ended.', { cause: error })));
  try {
    await manager.getAccountInfo();
  } catch (error) {
    link.end(new AppError('session_ended', 'Not connected.'));
    throw new AppError('no_jetstream', `The server at ${address} has no JetStream, or this user may not use it.`, { cause: error });
  }
  return link;
}

/** Peers that make the same bucket in the same moment are told this until one of them has. */
const OVERLAP = 10_065;
const IN_USE = 10_058;
const BUCKET_TRIES = 20;
const BUCKET_PAUSE_MS = 50;

/** The bucket of that name as it is, or a new one. It is one of NATS's key-value buckets, so that its own tools can look into it. */
export async function openBucket(link: Link, bucket: string, config: Partial<StreamConfig>): Promise<StreamInfo> {
  const name = `KV_${bucket}`;
  for (let tries = 1; ; tries++) {
    try {
      return await link.streams.add({
        name, subjects: [`$KV.${bucket}.>`], max_msgs_per_subject: 1, discard: 'new', storage: 'file', retention: 'limits', allow_rollup_hdrs: true,
        // Answers come from where changes are decided, never from a copy that lags behind.
        allow_direct: false, ...config,
      } as Partial<StreamConfig> & { name: string });
    } catch (error) {
      // In use with other settings: the teacher may have given it copies on several servers, or another time to live.
      if (apiCode(error) === IN_USE) return link.streams.info(name);
      if (apiCode(error) !== OVERLAP || tries === BUCKET_TRIES) throw error;
      await delay(BUCKET_PAUSE_MS);
    }
  }
}
