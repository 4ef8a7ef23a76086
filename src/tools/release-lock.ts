import * as z from 'zod';
import { resourceKey } from '../peers/resource-key.ts';
import { resourceKeyField } from './acquire-lock.ts';
import { forgetHeld } from './peers/held-locks.ts';
import { placeKey } from './peers/guarded-path.ts';
import { holderName, holderOf, peersOf } from './peers/peer-words.ts';
import { firstText } from './summary.ts';
import { defineTool } from './tool.ts';
import type { ToolOutput } from './tool.ts';

export const releaseLock = defineTool({
  name: 'release_lock',
  description: 'Release a lock that you acquired. Always do so when your work on the resource is done.',
  toolset: 'peers',
  permission: 'read',
  input: z.strictObject({ resource_key: resourceKeyField.describe('The URI of the lock, as you acquired it.') }),
  examples: [{ resource_key: 'lock://repo/branch-name' }],
  aliases: [{ name: 'runlock', map: (args) => args }],
  card: { icon: 'lock', body: 'text', summary: firstText('resource_key') },
  async run({ resource_key }, context): Promise<ToolOutput> {
    const peers = peersOf(context);
    const key = placeKey(resourceKey(resource_key), context.sandbox.workdir);
    // Whatever the answer, and also where none comes because this page was cut off from the others: it is not this run's any more, and the run knows.
    const result = await peers.locks.release(holderOf(peers), key).finally(() => forgetHeld(peers, key));
    if (result.released) {
      const said = `Lock released on ${resource_key}`;
      return { message: said, output: said, metadata: { released: true, resource_key: key } };
    }
    const said = `Could not release lock: ${result.reason === 'not_found' ? 'lock not found' : `held by ${holderName(result.lease.holder, peers)}`}`;
    return {
      message: said, output: said,
      metadata: { success: false, released: false, resource_key: key, reason: result.reason, ...(result.reason === 'held' ? { holder: result.lease.holder.agent, holder_run: result.lease.holder.run } : {}) },
    };
  },
});
