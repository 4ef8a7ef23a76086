import * as z from 'zod';
import { MAX_HANDED } from './call-agent.ts';
import { peersOf } from './peers/peer-words.ts';
import { defineTool } from './tool.ts';

export const returnValue = defineTool({
  name: 'return_value',
  description: 'Return a value to the agent that called you with call_agent; it sees the value with check_call when your run has ended well. Your run goes on; the last value counts.',
  toolset: 'peers',
  permission: 'read',
  input: z.strictObject({ value: z.string().max(MAX_HANDED).describe('The value for the calling agent.') }),
  examples: [{ value: 'The review found no faults.' }],
  card: { icon: 'call', body: 'text', summary: ({ value }) => String(value) },
  async run({ value }, context) {
    const peers = peersOf(context);
    const called = peers.returnValue(value);
    const said = 'Return value set.';
    return {
      message: said, output: `${said} It will be visible to the calling agent via check_call.`,
      metadata: { delivered_to: called ? peers.chain.at(-2) ?? null : null },
      ...(called ? {} : { reminders: ['Nobody called this run, so nobody gets the value.'] }),
    };
  },
});
