/** The order in which an agent's calls are taken, and its places: how many runs of it there may be at once, in all tabs together. */
import * as z from 'zod';
import { isRecord } from '../shared/json.ts';
import type { Json } from '../shared/json.ts';
import type { Coordination, Entry } from './port.ts';
import { updateRecord } from './update-record.ts';

const place = z.object({
  session: z.string(),
  /** What the run is for: a call's id, or another name that nobody else uses. */
  call: z.string(),
  /** It goes on after a wait and has no place yet: the next that is free is its own, before those of new runs. */
  parked: z.optional(z.literal(true)),
});
const places = z.array(place);

const queueKey = (agent: string): string => `queue/${agent}`;
const placesKey = (agent: string): string => `places/${agent}`;

const idsOf = (value: unknown): string[] => (isRecord(value) && Array.isArray(value.ids) ? value.ids.filter((id) => typeof id === 'string') : []);

/** A record that was read while something else went on. */
export interface ReadAhead { entry: Entry | undefined }

export interface CallQueue {
  readQueue(agent: string): Promise<ReadAhead>;
  readPlaces(agent: string): Promise<ReadAhead>;
  /** Once is enough: what is in it stays where it is. @returns false when `limit` calls wait already */
  push(agent: string, id: string, limit: number, ahead?: ReadAhead): Promise<boolean>;
  /** In order. A call is in it for a while after it was taken: its own record says whether it waits. */
  waiting(agent: string): Promise<string[]>;
  drop(agent: string, ids: readonly string[]): Promise<void>;
  /**
   * One of `capacity` places for this peer; those of peers that are gone are free.
   * @param again the run goes on after a wait: it is noted that it wants a place, and it comes before new runs
   * @returns false when all are taken
   */
  take(agent: string, call: string, capacity: number, again?: boolean, ahead?: ReadAhead): Promise<boolean>;
  /** Gives this peer's place for that call back, or takes back that it wants one. @returns whether anybody waits for a place */
  leave(agent: string, call: string): Promise<boolean>;
}

export function createCallQueue(port: Coordination): CallQueue {
  const { records } = port;
  // Two peers may each have a place for the same call, until one of them gets it: each gives back its own.
  const isOwn = (one: z.infer<typeof place>, call: string): boolean => one.call === call && one.session === port.session;
  const readAhead = async (key: string): Promise<ReadAhead> => ({ entry: await records.read(key) });
  return {
    readQueue: (agent) => readAhead(queueKey(agent)),
    readPlaces: (agent) => readAhead(placesKey(agent)),
    async push(agent, id, limit, ahead) {
      let room = true;
      await updateRecord(records, queueKey(agent), (value) => {
        const ids = idsOf(value);
        room = ids.includes(id) || ids.length < limit;
        return room && !ids.includes(id) ? { ids: [...ids, id] } : undefined;
      }, ahead);
      return room;
    },
    waiting: async (agent) => idsOf((await records.read(queueKey(agent)))?.value),
    async drop(agent, gone) {
      await updateRecord(records, queueKey(agent), (value) => {
        const ids = idsOf(value);
        const rest = ids.filter((id) => !gone.includes(id));
        return rest.length === ids.length ? undefined : { ids: rest };
      });
    },
    async take(agent, call, capacity, again = false, ahead) {
      const attempt = async (dead: ReadonlySet<string>, note: boolean, known: ReadAhead): Promise<boolean> => {
        let got = false;
        await updateRecord(records, placesKey(agent), (value) => {
          const before = places.safeParse(value).data ?? [];
          const mine = before.find((one) => isOwn(one, call));
          const others = before.filter((one) => one !== mine && !dead.has(one.session));
          const free = capacity - others.filter(({ parked }) => !parked).length;
          // Those who asked for theirs before.
          const first = before.slice(0, mine ? before.indexOf(mine) : undefined).filter(({ session, parked }) => parked && !dead.has(session)).length;
          got = free > first;
          const next: z.infer<typeof place> = { session: port.session, call };
          if (got) return [...others, next];
          if (!note || mine) return undefined;
          return [...others, { ...next, parked: true }] as Json;
        }, known);
        return got;
      };
      // Who is gone matters only where there is no room.
      if (await attempt(new Set(), false, ahead ?? await readAhead(placesKey(agent)))) return true;
      const known = await readAhead(placesKey(agent));
      const sessions = [...new Set((places.safeParse(known.entry?.value).data ?? []).map((one) => one.session))].filter((session) => session !== port.session);
      const living = await Promise.all(sessions.map((session) => port.alive(session)));
      return attempt(new Set(sessions.filter((_, index) => !living[index])), again, known);
    },
    async leave(agent, call) {
      const left = await updateRecord(records, placesKey(agent), (value) => {
        const all = places.safeParse(value).data ?? [];
        const rest = all.filter((one) => !isOwn(one, call));
        return rest.length === all.length ? undefined : rest as Json;
      });
      return (places.safeParse(left?.value).data ?? []).some(({ parked }) => parked) || idsOf((await records.read(queueKey(agent)))?.value).length > 0;
    },
  };
}
