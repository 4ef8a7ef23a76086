import * as z from 'zod';
import { holderOf, peersOf } from './peers/peer-words.ts';
import { defineTool } from './tool.ts';
import type { ToolOutput } from './tool.ts';

/** Characters that one agent may hand to another: a task, not a file. */
export const MAX_HANDED = 100_000;

export const callAgent = defineTool({
  name: 'call_agent',
  description: 'Call another agent to do a task. Does not wait: it returns a call_id, with which check_call tells the result. Call several, and do other work meanwhile. An agent cannot call itself or one that called it.',
  toolset: 'peers',
  permission: 'execute',
  input: z.strictObject({
    target_agent: z.string().min(1).describe('Name of the agent to call.'),
    context: z.string().max(MAX_HANDED).describe('What it shall do, with all that it has to know: it sees nothing of your conversation.'),
    idempotency_key: z.string().min(1).max(200).optional().describe('The same key again, with the same agent and context, is the same call, not a second one.'),
  }),
  examples: [{ target_agent: 'reviewer', context: 'Review the changes in src/app.ts' }],
  card: { icon: 'call', body: 'text', summary: ({ target_agent, context }) => `${String(target_agent)}: ${String(context)}` },
  async run({ target_agent, context: task, idempotency_key }, context): Promise<ToolOutput> {
    const peers = peersOf(context);
    const result = await peers.calls.call({ ...holderOf(peers), chain: peers.chain }, target_agent, task, idempotency_key);
    if ('rejected' in result) {
      const said = `Call rejected: ${result.rejected}`;
      return { message: said, output: said, metadata: { success: false, target_agent, reason: result.rejected === 'queue full' ? 'queue_full' : 'rejected', error_message: result.rejected } };
    }
    const said = `Call dispatched. call_id: ${result.call_id}`;
    return { message: said, output: `${said}\n\nUse check_call with this call_id to poll for the result.`, metadata: { call_id: result.call_id, state: result.state, target_agent } };
  },
});
