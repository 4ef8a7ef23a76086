/** Tells a tool host that has just been started of the locks on files that stand: the one before, which knew them, may have died with its tab. */
import type { Locks } from '../../peers/locks.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { fileLeases } from './fenced-sandbox.ts';

export async function seedFences({ host, workdir }: Pick<Sandbox, 'host' | 'workdir'>, locks: Locks): Promise<void> {
  const leases = fileLeases(await locks.list(), workdir);
  if (leases.length > 0) await host.call('fences', { leases });
}
