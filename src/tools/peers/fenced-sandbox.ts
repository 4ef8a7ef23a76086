/**
 * The sandbox as a run among peers uses it: what changes files carries the run's fencing numbers along, which were looked up right before,
 * and the tool host refuses a change whose lock was lost. Changes under a lock of somebody else go through, and the run is told: a lock on
 * files binds those who have it, as in the third document.
 */
import type { FileLease, Guard } from '../../host/protocol/fences.ts';
import type { HostOperation } from '../../host/protocol.ts';
import type { Lease } from '../../peers/lease-table.ts';
import type { PeerRun } from '../../peers/peer-run.ts';
import type { Sandbox, ToolHost } from '../../sandbox/sandbox.ts';
import { covers, guardedPath } from './guarded-path.ts';
import { heldLocks } from './held-locks.ts';
import { holderName } from './peer-words.ts';

export interface FencedSandbox {
  sandbox: Sandbox;
  /** What the model should know of other runs' locks, after its changes. */
  reminders(): string[];
}

/** Operations that change files, or may. */
const CHANGING: ReadonlySet<HostOperation> = new Set(['write', 'append', 'edit', 'patch', 'exec', 'background_start'] satisfies HostOperation[]);

/** The leases that are about files of the project, as the tool host is told of them. */
export function fileLeases(leases: readonly Lease[], workdir: string): FileLease[] {
  return leases.flatMap(({ key, fence, holder: { run, agent } }) => {
    const path = guardedPath(key, workdir);
    return path === undefined ? [] : [{ key, path, fence, run, agent }];
  });
}

export function fencedSandbox(sandbox: Sandbox, peers: PeerRun): FencedSandbox {
  const reminders = new Set<string>();
  const call: ToolHost['call'] = async (operation, params, options) => {
    if (!CHANGING.has(operation)) return sandbox.host.call(operation, params, options);
    // Who holds nothing is not kept from its work by locks that cannot be read.
    const leases = await peers.locks.list().catch((error: unknown) => {
      if (heldLocks(peers).length > 0) throw error;
      return [];
    });
    const guard = guardOf(peers, leases, sandbox.workdir);
    const result = await sandbox.host.call(operation, guard ? { ...params, guard } : params, options);
    // A command is not stopped when its run's lock ends, but when somebody else gets it (in the tool host); one that has run is told of, whatever can be known of the lock.
    if (operation === 'exec') for (const { key, fence, ended } of guard?.held ?? []) if (!ended && !(await peers.locks.stands(key, fence).catch(() => false))) reminders.add(`Your lock on ${key} ended while the command ran.`);
    for (const path of changedPaths(operation, result)) {
      for (const lease of leases) {
        const locked = lease.holder.run === peers.run ? undefined : guardedPath(lease.key, sandbox.workdir);
        if (locked !== undefined && covers(locked, path)) reminders.add(`${path} is under a lock of ${holderName(lease.holder, peers)} (${lease.key}). Your change was made all the same; acquire the lock before you change more there.`);
      }
    }
    return result;
  };
  return { sandbox: { ...sandbox, host: { call } }, reminders: () => [...reminders] };
}

/** Undefined where no lock on files is known, so that nothing has to be said. */
function guardOf(peers: PeerRun, leases: readonly Lease[], workdir: string): Guard | undefined {
  const live = fileLeases(leases, workdir);
  const held = heldLocks(peers).flatMap(({ key, fence }) => {
    const path = guardedPath(key, workdir);
    if (path === undefined) return [];
    const stands = leases.some((lease) => lease.key === key && lease.fence === fence && lease.holder.run === peers.run);
    return [{ key, path, fence, run: peers.run, agent: peers.agent, ...(stands ? {} : { ended: true }) }];
  });
  return live.length + held.length === 0 ? undefined : { run: peers.run, held, leases: live };
}

/** Relative to the project; of a command nobody knows. */
function changedPaths(operation: HostOperation, result: unknown): string[] {
  if (operation === 'write' || operation === 'append') return [(result as { rel_path: string }).rel_path];
  if (operation === 'edit' || operation === 'patch') return (result as { files: { path: string; from?: string }[] }).files.flatMap(({ path, from }) => [path, ...(from === undefined ? [] : [from])]);
  return [];
}
