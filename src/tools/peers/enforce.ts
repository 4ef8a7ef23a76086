/** Makes the tool host know of a lock on files as soon as it is given, so that a late change of the holder before is refused. */
import type { Lease } from '../../peers/lease-table.ts';
import { AppError } from '../../shared/errors.ts';
import type { ToolContext } from '../tool.ts';
import { fileLeases } from './fenced-sandbox.ts';

/** @returns whether changes of files are held to it, and what to tell the model where they are not */
export async function enforce(lease: Lease, { sandbox, signal }: Pick<ToolContext, 'sandbox' | 'signal'>): Promise<{ enforced: boolean; reminder?: string }> {
  if (!lease.key.startsWith('file:')) return { enforced: false, reminder: `The lock on ${lease.key} is advisory: it keeps out those who ask for it.` };
  const leases = fileLeases([lease], sandbox.workdir);
  if (leases.length === 0) return { enforced: false, reminder: `The lock on ${lease.key} is advisory, because that is no place in the project: it keeps out those who ask for it.` };
  try {
    await sandbox.host.call('fences', { leases }, { signal });
    return { enforced: true };
  } catch (error) {
    return { enforced: false, reminder: `The lock on ${lease.key} is advisory for now, because the sandbox does not answer: ${AppError.from(error).message}` };
  }
}
