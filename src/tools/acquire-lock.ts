import * as z from 'zod';
import type { Acquired } from '../peers/locks.ts';
import type { PeerRun } from '../peers/peer-run.ts';
import { resourceKey } from '../peers/resource-key.ts';
import { AppError } from '../shared/errors.ts';
import { enforce } from './peers/enforce.ts';
import { noteHeld } from './peers/held-locks.ts';
import { placeKey } from './peers/guarded-path.ts';
import { holderName, holderOf, peersOf } from './peers/peer-words.ts';
import { firstText } from './summary.ts';
import { defineTool } from './tool.ts';
import type { ToolOutput } from './tool.ts';

/** What the document gives a lock that asks for nothing else, and for 0. */
const DEFAULT_TTL = 1800;
const MAX_TTL = 86_400;

/** A lock's key, refused in the document's words when it is no URI. */
export const resourceKeyField = z.string().superRefine((uri, { addIssue }) => {
  try {
    resourceKey(uri);
  } catch (error) {
    addIssue({ code: 'custom', message: AppError.from(error).message });
  }
});

export const acquireLock = defineTool({
  name: 'acquire_lock',
  description:
    'Acquire a lock on a shared resource before you work on it. Returns whether you have it; if another agent has it, who. You hold at most one lock at a time, unless you were told that you may hold more; acquiring it again begins its time anew. '
    + 'If it fails for any reason (held, deadlock, already holding), skip that resource: do not wait, retry, or go on without the lock. A lock on a file or folder of the project is file:///path/in/project.',
  toolset: 'peers',
  permission: 'read',
  input: z.strictObject({
    resource_key: resourceKeyField.describe('URI that names the resource, such as lock://repo/branch-name or file:///src/app.ts.'),
    ttl_seconds: z.int().min(0).max(MAX_TTL).default(DEFAULT_TTL).describe('Seconds until the lock ends by itself (default 1800, also for 0).'),
  }),
  examples: [{ resource_key: 'lock://repo/branch-name' }, { resource_key: 'file:///src/app.ts', ttl_seconds: 3600 }],
  aliases: [{ name: 'rlock', map: (args) => args }],
  card: { icon: 'lock', body: 'text', summary: firstText('resource_key') },
  async run({ resource_key, ttl_seconds: asked }, context) {
    const peers = peersOf(context);
    const ttl_seconds = asked === 0 ? DEFAULT_TTL : asked;
    const key = placeKey(resourceKey(resource_key), context.sandbox.workdir);
    const result = await peers.locks.acquire(holderOf(peers), key, ttl_seconds);
    if (!result.acquired) return refused(result, key, peers);
    const { lease, renewed } = result;
    noteHeld(peers, lease, ttl_seconds);
    const { enforced, reminder } = await enforce(lease, context);
    const said = `Lock acquired on ${resource_key}`;
    return {
      message: said, output: said,
      metadata: { acquired: true, resource_key: lease.key, fence: lease.fence, held_since: lease.since, expires_at: lease.expires, ttl_seconds, renewed, enforced },
      ...(reminder === undefined ? {} : { reminders: [reminder] }),
    };
  },
});

function refused(result: Exclude<Acquired, { acquired: true }>, resource_key: string, own: PeerRun): ToolOutput {
  const why = result.reason === 'already_holding' ? `already holding ${result.key}; release it first`
    : result.reason === 'deadlock' ? `Deadlock detected: ${result.cycle.join(' → ')}`
      : `Lock held by ${holderName(result.lease.holder, own)}`;
  const said = `Lock not acquired: ${why}`;
  const by: ToolOutput['metadata'] = 'lease' in result ? { holder: result.lease.holder.agent, holder_run: result.lease.holder.run, held_since: result.lease.since, expires_at: result.lease.expires } : { holding: result.key };
  return {
    message: said, output: said,
    metadata: { success: false, acquired: false, resource_key, reason: result.reason, deadlock: result.reason === 'deadlock', ...by, ...(result.reason === 'deadlock' ? { cycle: result.cycle } : {}) },
  };
}
