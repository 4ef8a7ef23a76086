import type { Bead } from '../../work/beads/bead.ts';
import type { ToolOutput } from '../tool.ts';

/** What came of an approval or a rejection. */
export function stepOutput(what: 'approved' | 'rejected', { id, status, workflow, required_role, decision }: Bead, reason: string | undefined): ToolOutput {
  const where = workflow?.status === 'completed' ? 'Its workflow is complete; the bead is closed.'
    : workflow?.status === 'escalated' ? `Its workflow is escalated: ${decision ?? 'a decision'} waits for the person.`
      : `It is now at ${workflow?.node ?? ''}${required_role === undefined ? '' : ` for ${required_role}`}.`;
  return {
    message: `bead ${what}`, output: `${id} ${what}. ${where}`,
    metadata: { bead_id: id, ...(reason === undefined ? {} : { reason }), status, workflow: workflow?.workflow ?? null, workflow_status: workflow?.status ?? null, node: workflow?.node ?? null, cycles: workflow?.cycles ?? 0 },
  };
}
