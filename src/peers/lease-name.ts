/** Leases as names of locks. What others named is checked before it is believed; a name of another form is nobody's lease. */
import * as z from 'zod';
import { lockHolder } from './lease-table.ts';
import type { Lease, LockHolder } from './lease-table.ts';
import { MAX_KEY } from './resource-key.ts';

/** Somebody asks for a key and has not got it yet. */
export interface Ask {
  key: string;
  /** Of two who ask, the lower goes first. */
  ticket: number;
  since: number;
  expires: number;
  holder: LockHolder;
  /** Makes the name its own, and decides between equal tickets. */
  id: string;
}

/** A name that says something; both parts carry it along. */
export type Named = { ask: Ask & { name: string }; lease?: undefined } | { lease: Lease & { name: string }; ask?: undefined };

/** More than any clock shows in microseconds: a number beyond it would leave no room for the next. */
const MAX_FENCE = 2 ** 52;

const time = z.number().min(0).max(MAX_FENCE);
const key = z.string().max(MAX_KEY);
const asks = z.tuple([z.literal('ask'), key, time, time, time, lockHolder, z.string()]);
const leases = z.tuple([z.literal('lease'), key, z.int().min(1).max(MAX_FENCE), time, time, lockHolder, z.string()]);
const name = z.union([asks, leases]);

export const askName = ({ key: of, ticket, since, expires, holder, id }: Ask): string => JSON.stringify(['ask', of, ticket, since, expires, holder, id] satisfies z.infer<typeof asks>);

/** @param id another one each time, so that a renewed lease is a lock of its own beside the one before */
export const leaseName = ({ key: of, fence, since, expires, holder }: Lease, id: string): string => JSON.stringify(['lease', of, fence, since, expires, holder, id] satisfies z.infer<typeof leases>);

function parse(text: string): Named | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { data } = name.safeParse(value);
  if (!data) return undefined;
  if (data[0] === 'ask') return { ask: { name: text, key: data[1], ticket: data[2], since: data[3], expires: data[4], holder: data[5], id: data[6] } };
  return { lease: { name: text, key: data[1], fence: data[2], since: data[3], expires: data[4], holder: data[5] } };
}

/** Names that are remembered although nobody may hold them any more. */
const SPARE = 200;

/** Reads names; one that it has read it knows again, because most stay from one look to the next. */
export function createNameReader(): (name: string, held: number) => Named | undefined {
  const known = new Map<string, Named | undefined>();
  return (text, held) => {
    if (known.has(text)) return known.get(text);
    if (known.size > held + SPARE) known.clear();
    const parsed = parse(text);
    known.set(text, parsed);
    return parsed;
  };
}

export const goesBefore = (a: Ask, b: Ask): boolean => a.ticket < b.ticket || (a.ticket === b.ticket && a.id < b.id);
