import * as z from 'zod';
import type { Lease, LockHolder } from './lease-table.ts';
import type { Entry } from './port.ts';

const wish = z.object({ run: z.string(), agent: z.string(), key: z.string() });

/**
 * Whether a run that asks for `wanted` would wait for itself: the holder of `wanted` wants a key whose holder wants a key ... that the run
 * holds. @returns agents and keys in turn, `A → r1 → B → r2`, or undefined
 */
export function findCycle(asker: LockHolder, wanted: string, leases: readonly Lease[], wishes: readonly Entry[]): string[] | undefined {
  const holderOf = new Map(leases.map((lease) => [lease.key, lease.holder]));
  const wishOf = new Map(wishes.flatMap((entry) => {
    const parsed = wish.safeParse(entry.value);
    return parsed.success ? [[parsed.data.run, parsed.data.key] as const] : [];
  }));
  const path = [asker.agent, wanted];
  const seen = new Set<string>();
  for (let key: string | undefined = wanted; key !== undefined;) {
    const holder = holderOf.get(key);
    if (!holder || seen.has(holder.run)) return undefined;
    if (holder.run === asker.run) return path;
    seen.add(holder.run);
    path.push(holder.agent);
    key = wishOf.get(holder.run);
    if (key !== undefined) path.push(key);
  }
  return undefined;
}
