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
/** No longer than this, when others are there and none of them answers (all of them are frozen). */
const ASK_MS = 100;
/** Exact enough to stop asking. */
const GOOD_MS = 0.5;
const ROUNDS = 12;
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
  /** False for a tab that had to go by its own clock although others were there. */
  readonly synced: boolean;
  close(): void;
}

interface Sample { from: string; offset: number; error: number }

/** @returns the clock; this tab answers those who come later from now on */
export async function joinGroupClock({ session, announce, listen, sleep, local, others, floor }: GroupClockOptions): Promise<GroupClock> {
  let best: Sample | undefined;
  if (others) {
    const end = local() + ASK_MS;
    for (let round = 0; round < ROUNDS && (round < 2 || local() < end); round++) {
      const sample = await ask(round, best?.from ?? null);
      if (sample && (!best || sample.error < best.error)) best = sample;
      if (best && best.error <= GOOD_MS) break;
    }
  }
  const { offset, error } = best ?? { offset: Math.max(0, floor - local()), error: 0 };
  const now = (): number => local() + offset;
  const unlisten = listen((topic, body) => {
    const asked = topic === TOPIC ? message.safeParse(body).data : undefined;
    if (asked && 'ask' in asked && (asked.of ?? session) === session) announce(TOPIC, { answer: asked.ask, now: now(), error });
  });
  return { now, error: () => error, synced: !others || best !== undefined, close: unlisten };

  /** The first answer to one question. @param of asks only that peer: all were asked in the first round */
  async function ask(round: number, of: string | null): Promise<Sample | undefined> {
    const id = `${session}-${round}`;
    const heard = new AbortController();
    let sample: Sample | undefined;
    const unlistenAnswers = listen((topic, body, from) => {
      const answer = topic === TOPIC ? message.safeParse(body).data : undefined;
      if (!answer || !('answer' in answer) || answer.answer !== id || sample) return;
      const trip = local() - sent;
      sample = { from, offset: answer.now + trip / 2 - local(), error: answer.error + trip / 2 + GRAIN_MS };
      if (trip > MAX_TRIP_MS) sample = undefined;
      heard.abort();
    });
    const sent = local();
    announce(TOPIC, { ask: id, of });
    await sleep(MAX_TRIP_MS, heard.signal).catch(() => undefined);
    unlistenAnswers();
    return sample;
  }
}
