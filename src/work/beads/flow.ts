/** Beads on their way through a workflow. */
import { AppError } from '../../shared/errors.ts';
import type { Actor } from '../actor.ts';
import type { Bead } from './bead.ts';
import type { BeadTx } from './bead-tx.ts';
import { escalateIn } from './decide.ts';
import { defaultWorkflows } from './default-workflows.ts';
import { advance, expire, nodeOf, startWorkflow, type EdgeCondition, type Workflow, type WorkflowRun } from './workflow.ts';

/** A tag of this form puts a new bead on a workflow. */
export const WORKFLOW_TAG = 'workflow:';

/** @throws AppError `not_found` */
export function workflowNamed(id: string, workflows: readonly Workflow[] = defaultWorkflows): Workflow {
  const workflow = workflows.find((candidate) => candidate.id === id);
  if (!workflow) throw new AppError('not_found', `workflow not found: ${id}. Available workflows: ${workflows.map((known) => known.id).join(', ')}`);
  return workflow;
}

/** @throws AppError `not_found`, `conflict` when it is closed or on one already */
export async function startIn(beads: BeadTx, bead: Bead, workflowId: string, by: Actor): Promise<void> {
  const workflow = workflowNamed(workflowId);
  if (bead.status === 'closed') throw new AppError('conflict', `bead is closed: ${bead.id}`);
  if (bead.workflow?.status === 'active') throw new AppError('conflict', `bead ${bead.id} is in workflow ${bead.workflow.workflow} already`);
  bead.context.workflow = workflow.id;
  await arrive(beads, bead, workflow, startWorkflow(workflow, beads.at), by, 'workflow started');
}

/**
 * One step of the bead's workflow; at its end the bead closes.
 * @throws AppError `not_found` without a workflow, `conflict` when it is over or no edge fits
 */
export async function stepIn(beads: BeadTx, bead: Bead, condition: EdgeCondition, reason: string | undefined, by: Actor): Promise<void> {
  if (!bead.workflow) throw new AppError('not_found', `no workflow execution found for bead ${bead.id}`);
  await expireIn(beads, bead, by);
  const workflow = workflowNamed(bead.workflow.workflow);
  const next = advance(workflow, bead.workflow, condition, { at: beads.at, by: by.id, ...(reason === undefined ? {} : { reason }) });
  if (next.status === 'completed') {
    const waits = await beads.waitsFor(bead);
    if (waits.length > 0) throw new AppError('conflict', `bead ${bead.id} waits for ${waits.join(', ')}`);
  }
  await arrive(beads, bead, workflow, next, by, condition, reason);
}

/** Moves on what has waited at its node for longer than the node allows. */
export async function expireIn(beads: BeadTx, bead: Bead, by: Actor): Promise<void> {
  if (bead.workflow?.status !== 'active' || bead.status === 'closed') return;
  const workflow = workflowNamed(bead.workflow.workflow);
  const next = expire(workflow, bead.workflow, beads.at);
  if (next !== bead.workflow) await arrive(beads, bead, workflow, next, by, 'timeout');
}

async function arrive(beads: BeadTx, bead: Bead, workflow: Workflow, next: WorkflowRun, by: Actor, what: string, reason?: string): Promise<void> {
  bead.workflow = next;
  const node = nodeOf(workflow, next.node);
  if (node.role_required === undefined) delete bead.required_role;
  else bead.required_role = node.role_required;
  const where = next.status === 'completed' ? 'the end' : `${node.key} (${node.type})`;
  beads.note(bead, by, what, `${reason === undefined || reason === '' ? '' : `${reason} `}→ ${where}`);
  if (next.status === 'completed') await beads.closeNow(bead, by, reason ?? `workflow ${workflow.id} completed`);
  // Where it waits for the person already, there is nobody else to ask.
  const waiting = bead.decision === undefined ? undefined : await beads.find(bead.decision);
  if (next.status === 'escalated' && (waiting === undefined || waiting.status === 'closed')) await escalateIn(beads, bead, { reason: `Workflow ${workflow.id} does not get past ${node.key}: ${next.cycles} cycles, ${next.attempts[node.key] ?? 0} attempts.` }, by);
}
