import * as z from 'zod';
import { peersOf } from './peers/peer-words.ts';
import { firstText } from './summary.ts';
import { defineTool } from './tool.ts';

export const setStatus = defineTool({
  name: 'set_status',
  description: 'Say in a few words what you are doing now. It is shown to the people and agents who work on this project.',
  toolset: 'peers',
  permission: 'read',
  input: z.strictObject({ text: z.string().max(200).describe('Short status text, such as "reviewing PR #42".') }),
  examples: [{ text: 'reviewing PR #42' }],
  card: { icon: 'status', body: 'text', summary: firstText('text') },
  async run({ text }, context) {
    peersOf(context).setStatus(text);
    const said = `Status updated: ${text}`;
    return { message: said, output: said, metadata: { text } };
  },
});
