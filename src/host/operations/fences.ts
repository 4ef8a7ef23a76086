/** Tells the host of locks on files. */
import { learnLeases } from '../fences.ts';
import { oneWriter } from '../one-writer.ts';
import type { Operation } from '../operation.ts';

/** After the writes and commands that are under way: whoever got a lock may rely on it that nothing of the holder before comes later. */
export const fences: Operation<'fences'> = ({ leases }, { signal }) => oneWriter(signal, async () => ({ known: await learnLeases(leases) }));
