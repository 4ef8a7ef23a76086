/**
 * Who lives, on a server: one key for each peer in a bucket whose keys end by themselves. A peer that did not renew its own in time is dead
 * for the others, and has to know that itself: it goes by the moment when it last *asked* for a renewal that was granted.
 */
import { abortable, delay, throwIfAborted } from '../../shared/abort.ts';
import { AppError } from '../../shared/errors.ts';
import { createSharedClock } from './clock.ts';
import { apiCode, openBucket } from './link.ts';
import type { Link } from './link.ts';
import { subjectWord } from './subject.ts';
import { every } from './ticks.ts';

const WRONG_REVISION = 10_071;
/** Measurements of the clock at the beginning; the quickest counts. */
const CLOCK_TRIES = 4;
/** Renewals from one measurement of the clock to the next. */
const CLOCK_EVERY = 6;

export interface Sessions {
  readonly session: string;
  now(): number;
  alive(session: string): Promise<boolean>;
  /** @throws AppError `aborted`, and the reason of the link when this peer itself has ended */
  ended(session: string, signal: AbortSignal): Promise<void>;
  /** Frees this peer's key at once, as far as that can still be sent. */
  leave(): void;
}

/** @param ttlMs how long a peer lives without a sign; what an existing bucket says goes before it */
export async function joinSessions(link: Link, bucket: string, news: string, ttlMs: number): Promise<Sessions> {
  const session = crypto.randomUUID();
  const stream = `KV_${bucket}`;
  const info = await openBucket(link, bucket, { max_age: ttlMs * 1e6, duplicate_window: ttlMs * 1e6 });
  const ttl = info.config.max_age / 1e6;
  if (!(ttl >= 1_000)) throw new AppError('wrong_bucket', `The bucket ${bucket} on the server keeps its keys for ever, so nobody could see that a peer is gone.`);
  const subjectOf = async (one: string): Promise<string> => `$KV.${bucket}.${await subjectWord(one)}`;
  const own = await subjectOf(session);
  const clock = createSharedClock((difference) => {
    link.end(new AppError('session_ended', `The clock of the server was set by ${Math.round(Math.abs(difference) / 1000)} seconds.`));
  });
  let revision = 0;
  /** When the renewal that was granted last was asked for: by a clock that nobody sets, and by one that goes on while the machine sleeps. */
  let asked = { steady: performance.now(), wall: Date.now() };
  let renewals = 0;
  let renewing = false;
  let left = false;

  async function renew(): Promise<void> {
    const sent = { steady: performance.now(), wall: Date.now() };
    const msgID = crypto.randomUUID();
    let seq: number;
    try {
      ({ seq } = await link.ask(() => link.publish(own, session, { msgID, expect: { lastSubjectSequence: revision } })));
    } catch (error) {
      if (apiCode(error) === WRONG_REVISION && !left) link.end(gone());
      throw error;
    }
    const answered = performance.now();
    revision = seq;
    asked = sent;
    if (renewals++ % CLOCK_EVERY !== 0 && renewals > CLOCK_TRIES) return;
    const message = await link.ask(() => link.streams.getMessage(stream, { seq }));
    if (message) clock.measured(sent.steady, answered, Date.parse(message.timestamp));
  }

  const gone = (): AppError => new AppError('session_ended', `The server was out of reach for longer than ${Math.round(ttl / 1000)} seconds, so the others took this page for closed.`);
  const overdue = (): boolean => Math.max(performance.now() - asked.steady, Date.now() - asked.wall) >= ttl;

  const waiting = new Map<string, Set<() => void>>();
  const tellEnd = (one: string): void => {
    for (const resolve of waiting.get(one) ?? []) resolve();
    waiting.delete(one);
  };
  async function alive(one: string): Promise<boolean> {
    const subject = await subjectOf(one);
    return (await link.ask(() => link.streams.getMessage(stream, { last_by_subj: subject }))) !== null;
  }
  const lookAt = async (one: string): Promise<void> => {
    if (!(await alive(one))) tellEnd(one);
  };
  /** Somebody said that it leaves; the server may take a moment to forget it. */
  async function lookSoon(one: string): Promise<void> {
    for (let wait = 10; waiting.has(one) && wait < 1_000; wait *= 2) {
      await lookAt(one);
      if (waiting.has(one)) await link.whileIn(delay(wait));
    }
  }
  async function look(): Promise<void> {
    if (waiting.size === 0) return;
    // One question for all of them.
    const { state } = await link.ask(() => link.streams.info(stream, { subjects_filter: `$KV.${bucket}.>` }));
    for (const one of [...waiting.keys()]) if (state.subjects?.[await subjectOf(one)] === undefined) tellEnd(one);
  }

  // A page that was frozen must not speak for a peer that is dead.
  link.check = () => { if (!left && overdue()) link.end(gone()); };
  for (let tries = 0; tries < CLOCK_TRIES; tries++) await renew();
  const stop = every(Math.min(1_000, ttl / 6), () => {
    if (left) return;
    link.check();
    if (renewing || performance.now() - asked.steady < ttl / 3) return;
    renewing = true;
    void Promise.all([renew(), look()]).catch(() => undefined).finally(() => { renewing = false; });
  });
  link.over.addEventListener('abort', stop, { once: true });
  // Those who leave say so: nobody has to wait until their key has ended.
  link.connection.subscribe(`${news}.left`, { callback: (error, message) => {
    const one = error ? undefined : message.string();
    if (one !== undefined) void lookSoon(one).catch(() => undefined);
  } });

  return {
    session,
    now: () => clock.now(),
    alive,
    async ended(one, signal) {
      throwIfAborted(signal);
      let resolve = (): void => undefined;
      const end = new Promise<void>((done) => { resolve = done; });
      waiting.set(one, (waiting.get(one) ?? new Set()).add(resolve));
      try {
        await abortable(link.whileIn(Promise.race([end, lookAt(one).then(() => end)])), signal);
      } finally {
        const others = waiting.get(one);
        others?.delete(resolve);
        if (others?.size === 0) waiting.delete(one);
      }
    },
    leave() {
      left = true;
      const { connection } = link;
      if (connection.isClosed()) return;
      // Sent before the page is gone; nobody waits for an answer.
      connection.publish(`$JS.API.STREAM.PURGE.${stream}`, JSON.stringify({ filter: own }));
      connection.publish(`${news}.left`, session);
      void connection.flush().catch(() => undefined);
    },
  };
}
