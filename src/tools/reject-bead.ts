import * as z from 'zod';
import { configured } from './not-configured.ts';
import { defineTool } from './tool.ts';
import { stepOutput } from './work/step-output.ts';

export const rejectBead = defineTool({
  name: 'reject_bead',
  description: 'Reject a bead that waits for approval in its workflow, and say why.',
  toolset: 'work',
  permission: 'write',
  input: z.strictObject({ bead_id: z.string().min(1), reason: z.string().min(1) }),
  examples: [{ bead_id: 'bead-abc-123', reason: 'Missing error handling in new code' }],
  card: { icon: 'reject', body: 'text', summary: ({ bead_id, reason }) => `${String(bead_id)} ${typeof reason === 'string' ? reason : ''}` },
  async run({ bead_id, reason }, { work, caller }) {
    return stepOutput('rejected', await configured(work.beads, 'workflow operator not configured').step(bead_id, 'rejected', reason, caller), reason);
  },
});
