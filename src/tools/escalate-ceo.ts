import * as z from 'zod';
import { configured } from './not-configured.ts';
import { defineTool } from './tool.ts';

export const escalateCeo = defineTool({
  name: 'escalate_ceo',
  description: 'Hand a bead to the person for a decision (approve, deny or needs_more_info). The bead waits until then, and the run ends.',
  toolset: 'work',
  permission: 'write',
  input: z.strictObject({
    bead_id: z.string().min(1),
    reason: z.string().optional().describe('What has to be decided.'),
    returned_to: z.string().min(1).optional().describe('Agent that gets the bead back; by default the one that it is assigned to.'),
  }),
  examples: [{ bead_id: 'bead-abc-123', reason: 'Need architectural decision on database choice', returned_to: 'agent-456' }],
  card: { icon: 'escalate', body: 'text', summary: ({ bead_id, reason }) => `${String(bead_id)} ${typeof reason === 'string' ? reason : ''}` },
  async run({ bead_id, reason, returned_to }, { work, caller }) {
    const { decision } = await configured(work.beads, 'escalator not configured').escalate(bead_id, { reason, returned_to }, caller);
    const back = decision.deciding?.returned_to ?? '';
    return {
      message: 'escalated to CEO', output: `${decision.id} waits for the person's decision on ${bead_id}; the bead then goes back to ${back}.`, ends_run: 'escalated',
      metadata: { decision_id: decision.id, bead_id, returned_to: back, options: decision.deciding?.options ?? [] },
    };
  },
});
