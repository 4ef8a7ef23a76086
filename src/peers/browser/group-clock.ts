/**
 * One clock for all tabs. Each tab has one that nobody can set, but its base is the time of day when its process began: tabs from before and
 * after a change of the computer's time would disagree. So a tab that comes asks the others for theirs and keeps to it (Cristian's
 * algorithm): the answer is right to half the time it took.
 */
import * as z from 'zod';
import type { LeaseClock } from '../lock-manager.ts';
import type { Coordination } from '../port.ts';

const TOPIC = 'clock';
const message = z.union([
  z.object({ ask: z.string(), of: z.nullable(z.string()) }),
  z.object({ answer: z.string(), now: z.number().positive(), error: z.number().nonnegative() }),
]);

/** An answer that took longer says too little. */
const MAX_TRIP_MS = 100;
/** Better answers are waited for no longer than this. */
const ASK_MS = 100;
/** No longer than this, when others are there and none of them answers: all of them are frozen. */
const SILENCE_MS = 2_000;
/** How far a tab that nobody answers takes its clock to be from theirs: it counts on nobody having set the time since they began. */
const ALONE_MS = 20;
/** Exact enough to stop asking. */
const GOOD_MS = 0.5;
/** Questions at a time: the first is heard by all tabs, the others by the one whose answer was the most exact. */
const ROUNDS = 12;
/** A tab that came while the computer was busy asks again later, each time after a pause twice as long. */
const AGAIN_MS = 2_000;
const AGAIN_TIMES = 5;
const AGAIN_ROUNDS = 6;
/** Exact enough not to ask again: who gets a lock waits up to twice as long (`grant` in `../lease-locks.ts`). */
const FAIR_MS = 1;
/** Steps of `performance.now` in a page that is not isolated. */
const GRAIN_MS = 0.1;

export interface GroupClockOptions extends Pick<Coordination, 'session' | 'announce' | 'listen' | 'sleep'> {
  /** Milliseconds; goes on evenly. */
  local(): number;
  /** Whether there are others, who have a clock already. */
  others: boolean;
  /** The latest that any tab of this project is known to have had, for the first one after all were closed. */
  floor: number;
}

export interface GroupClock extends LeaseClock {
  /** False for a tab that goes by its own clock although others are there. */
  synced(): boolean;
  close(): void;
}

/** Through a message, because timers of a hidden page wait up to a second. */
const moment = (): Promise<void> => new Promise((done) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    done();
  };
  port2.postMessage(null);
});

interface Sample { offset: number; error: number }

/** @returns the clock; this tab answers those who come later from now on */
export async function joinGroupClock({ session, announce, listen, sleep, local, others, floor }: GroupClockOptions): Promise<GroupClock> {
  let asked = 0;
  /** Whose own clock is the most exact of those who have answered. */
  let source: { from: string; error: number } | undefined;
  const first = others ? await ask(SILENCE_MS, ROUNDS) : undefined;
  let best = first ?? { offset: Math.max(0, floor - local()), error: others ? ALONE_MS : 0 };
  let synced = !others || first !== undefined;
  const now = (): number => local() + best.offset;
  const unlisten = listen((topic, body, from) => {
    const question = topic === TOPIC ? message.safeParse(body).data : undefined;
    // Nobody else needs to hear it: each message to all wakes every tab.
    if (question && 'ask' in question && (question.of ?? session) === session) announce(TOPIC, { answer: question.ask, now: now(), error: best.error }, from);
  });
  const closing = new AbortController();
  void (async () => {
    for (let times = 0; times < AGAIN_TIMES && best.error > FAIR_MS; times++) {
      await sleep(AGAIN_MS * 2 ** times, closing.signal);
      const sample = await ask(ASK_MS, AGAIN_ROUNDS);
      if (sample && (sample.error < best.error || !synced)) best = sample;
      synced ||= sample !== undefined;
    }
  })().catch(() => undefined);
  return {
    now, error: () => best.error, moment, synced: () => synced,
    close() {
      unlisten();
      closing.abort();
    },
  };

  /** Asks all, and then again and again the one whose own clock is the most exact. @param rounds those that are answered */
  async function ask(ms: number, rounds: number): Promise<Sample | undefined> {
    let best: Sample | undefined;
    let answered = new AbortController();
    const sent = new Map<string, number>();
    const unlisten = listen((topic, body, from) => {
      const answer = topic === TOPIC ? message.safeParse(body).data : undefined;
      const at = answer && 'answer' in answer ? sent.get(answer.answer) : undefined;
      if (!answer || !('answer' in answer) || at === undefined) return;
      if (!source || answer.error < source.error) source = { from, error: answer.error };
      const trip = local() - at;
      const sample = { offset: answer.now + trip / 2 - local(), error: answer.error + trip / 2 + GRAIN_MS };
      if (trip <= MAX_TRIP_MS && (!best || sample.error < best.error)) best = sample;
      answered.abort();
    });
    const begun = local();
    for (let round = 0; round < 2 || local() < begun + (best ? ASK_MS : ms); round++) {
      if (best && (best.error <= GOOD_MS || round >= rounds)) break;
      answered = new AbortController();
      const id = `${session}-${++asked}`;
      sent.set(id, local());
      announce(TOPIC, { ask: id, of: source?.from ?? null }, source?.from);
      await sleep(MAX_TRIP_MS / 2, answered.signal).catch(() => undefined);
      // It may have been frozen or closed meanwhile: all are asked again.
      if (!answered.signal.aborted) source = undefined;
    }
    unlisten();
    return best;
  }
}
