/** The order in which an agent's calls are taken, and its places: how many runs of it there may be at once, in all tabs together. */
import * as z from 'zod';
import { isRecord } from '../shared/json.ts';
import type { Coordination } from './port.ts';
import { updateRecord } from './update-record.ts';

const places = z.array(z.object({ session: z.string(), call: z.string() }));

const queueKey = (agent: string): string => `queue/${agent}`;
const placesKey = (agent: string): string => `places/${agent}`;

const idsOf = (value: unknown): string[] => (isRecord(value) && Array.isArray(value.ids) ? value.ids.filter((id) => typeof id === 'string') : []);

export interface CallQueue {
  /** @returns false when `limit` calls wait already */
  push(agent: string, id: string, limit: number): Promise<boolean>;
  /** In order. A call is in it for a while after it was taken: its own record says whether it waits. */
  waiting(agent: string): Promise<string[]>;
  drop(agent: string, ids: readonly string[]): Promise<void>;
  /** One of `capacity` places for this peer; those of peers that are gone are free. @returns false when all are taken */
  take(agent: string, call: string, capacity: number): Promise<boolean>;
  leave(agent: string, call: string): Promise<void>;
}

export function createCallQueue(port: Coordination): CallQueue {
  const { records } = port;
  return {
    async push(agent, id, limit) {
      let room = true;
      await updateRecord(records, queueKey(agent), (value) => {
        const ids = idsOf(value);
        room = ids.length < limit;
        return room ? { ids: [...ids, id] } : undefined;
      });
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
    async take(agent, call, capacity) {
      const taken = places.safeParse((await records.read(placesKey(agent)))?.value).data ?? [];
      const dead = new Set<string>();
      for (const session of new Set(taken.map((place) => place.session))) if (!(await port.alive(session))) dead.add(session);
      let got = false;
      await updateRecord(records, placesKey(agent), (value) => {
        const alive = (places.safeParse(value).data ?? []).filter((place) => !dead.has(place.session));
        got = alive.length < capacity;
        return got ? [...alive, { session: port.session, call }] : undefined;
      });
      return got;
    },
    async leave(agent, call) {
      await updateRecord(records, placesKey(agent), (value) => {
        const all = places.safeParse(value).data ?? [];
        const rest = all.filter((place) => place.call !== call);
        return rest.length === all.length ? undefined : rest;
      });
    },
  };
}
