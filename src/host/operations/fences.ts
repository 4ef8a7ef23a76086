/** Tells the host of locks on files. */
import { learnLeases } from '../fences.ts';
import { oneWriter } from '../one-writer.ts';
import type { Operation } from '../operation.ts';

/** After the writes and commands that are under way: of the holder before comes nothing later but what a command left running beside it. */
export const fences: Operation<'fences'> = ({ leases }, { signal }) => oneWriter(signal, async () => ({ known: await learnLeases(leases) }));
