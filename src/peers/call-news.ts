/**
 * News of calls. Whoever is concerned hears of it at once, the others a moment later and of several calls together: each piece of news wakes a
 * tab, and twenty that wake at once are in the way of the one that is to do something.
 */
import * as z from 'zod';
import type { Json } from '../shared/json.ts';
import type { Coordination } from './port.ts';

const TOPIC = 'calls';
/** Long enough for the tab whose turn it is to take a call, so that the others mostly hear only that it was taken. */
const GATHER_MS = 20;
/** Told together at most. */
const MAX_NEWS = 200;

const one = z.object({ id: z.optional(z.string()), target: z.optional(z.string()), state: z.optional(z.enum(['pending', 'running', 'over'])) });
const news = z.array(one).max(MAX_NEWS);
/** A call that is in this state now; without `id` a place of the agent that is free; without either, the switch that pauses all. */
export type CallNews = z.infer<typeof one>;

export interface CallNewsBoard {
  /** @param concerned sessions that hear of it at once. What is no call's is for everybody at once. */
  tell(body: CallNews, ...concerned: readonly (string | undefined)[]): void;
  /** Tells of changes here and, when the channel brings them, of those elsewhere. @returns a function that ends it */
  subscribe(listener: (body: CallNews) => void): () => void;
}

export function createCallNews(port: Coordination): CallNewsBoard {
  const listeners = new Set<(body: CallNews) => void>();
  /** By call; what is not told to all yet. */
  const gathered = new Map<string, CallNews>();
  const hear = (body: CallNews): void => { for (const listener of [...listeners]) listener(body); };
  const announce = (all: readonly CallNews[], to?: string): void => port.announce(TOPIC, all as Json, to);
  const gather = (id: string, body: CallNews): void => {
    if (gathered.size === 0) {
      void port.sleep(GATHER_MS).then(() => {
        const all = [...gathered.values()];
        gathered.clear();
        for (let at = 0; at < all.length; at += MAX_NEWS) announce(all.slice(at, at + MAX_NEWS));
      }, () => gathered.clear());
    }
    gathered.set(id, body);
  };
  port.listen((topic, body) => {
    const parsed = topic === TOPIC ? news.safeParse(body).data : undefined;
    for (const each of parsed ?? []) {
      // Whoever took it tells all of it: that it waited is no news any more, and would come after.
      if (each.id !== undefined && each.state !== 'pending' && gathered.get(each.id)?.state === 'pending') gathered.delete(each.id);
      hear(each);
    }
  });
  return {
    tell(body, ...concerned) {
      if (body.id === undefined) announce([body]);
      else {
        for (const session of new Set(concerned)) if (session !== undefined && session !== port.session) announce([body], session);
        gather(body.id, body);
      }
      hear(body);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
