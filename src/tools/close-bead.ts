import * as z from 'zod';
import { configured } from './not-configured.ts';
import { defineTool } from './tool.ts';

export const closeBead = defineTool({
  name: 'close_bead',
  description: 'Mark a bead as complete. A bead in a workflow finishes its step instead and closes with the last one. A bead with open children cannot be closed.',
  toolset: 'work',
  permission: 'write',
  input: z.strictObject({ bead_id: z.string().min(1), reason: z.string().optional().describe('What was done.') }),
  examples: [{ bead_id: 'bead-abc-123', reason: 'Fixed authentication bug and added tests' }],
  card: { icon: 'bead', body: 'text', summary: ({ bead_id, reason }) => `${String(bead_id)} ${typeof reason === 'string' ? reason : ''}` },
  async run({ bead_id, reason }, { work, caller }) {
    const { bead, closed } = await configured(work.beads, 'bead closer not configured').close(bead_id, reason, caller);
    const metadata = { bead_id, closed, status: bead.status, ...(reason === undefined ? {} : { reason }) };
    if (closed) return { message: 'bead closed', output: `Closed ${bead_id}: ${bead.title}`, metadata, ends_run: 'closed' };
    const node = bead.workflow?.node ?? '';
    const role = bead.required_role === undefined ? '' : ` for ${bead.required_role}`;
    return { message: 'workflow step finished', output: `${bead_id} is now at ${node}${role}; it closes at the end of its workflow.`, metadata: { ...metadata, workflow: bead.workflow?.workflow ?? null, node } };
  },
});
