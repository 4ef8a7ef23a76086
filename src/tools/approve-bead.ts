import * as z from 'zod';
import { configured } from './not-configured.ts';
import { defineTool } from './tool.ts';
import { stepOutput } from './work/step-output.ts';

export const approveBead = defineTool({
  name: 'approve_bead',
  description: 'Approve a bead that waits for approval in its workflow.',
  toolset: 'work',
  permission: 'write',
  input: z.strictObject({ bead_id: z.string().min(1), reason: z.string().optional() }),
  examples: [{ bead_id: 'bead-abc-123', reason: 'Code review passed, tests are comprehensive' }],
  card: { icon: 'approve', body: 'text', summary: ({ bead_id }) => String(bead_id) },
  async run({ bead_id, reason }, { work, caller }) {
    return stepOutput('approved', await configured(work.beads, 'workflow operator not configured').step(bead_id, 'approved', reason, caller), reason);
  },
});
