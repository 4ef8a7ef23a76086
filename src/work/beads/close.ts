/** Ends and changes of status. */
import { AppError } from '../../shared/errors.ts';
import type { Actor } from '../actor.ts';
import { BEAD_LIMITS, checkSize, type Bead, type BeadStatus } from './bead.ts';
import type { BeadTx } from './bead-tx.ts';
import { stepIn, workflowNamed } from './flow.ts';
import { nodeOf } from './workflow.ts';

/**
 * Closes a bead. On a workflow it finishes the step instead, and closes with the last one.
 * @returns whether it is closed now
 * @throws AppError `conflict` for what is closed, waits for others, or waits for a person
 */
export async function closeIn(beads: BeadTx, bead: Bead, reason: string | undefined, by: Actor): Promise<boolean> {
  checkSize('reason', reason, BEAD_LIMITS.text);
  if (bead.status === 'closed') throw new AppError('conflict', `bead is closed already: ${bead.id}`);
  if (bead.deciding) throw new AppError('conflict', `decision ${bead.id} waits for an answer: ${bead.deciding.options.join(', ')}`);
  const waits = await beads.waitsFor(bead);
  if (waits.length > 0) throw new AppError('conflict', `bead ${bead.id} waits for ${waits.join(', ')}`);
  if (bead.workflow?.status === 'active') {
    const node = nodeOf(workflowNamed(bead.workflow.workflow), bead.workflow.node);
    if (node.type === 'approval') throw new AppError('conflict', `bead ${bead.id} waits for approval at ${node.key}: approve or reject it`);
    await stepIn(beads, bead, 'success', reason, by);
    return (bead.status as BeadStatus) === 'closed';
  }
  if (bead.question?.state === 'waiting') bead.question.state = 'withdrawn';
  await beads.closeNow(bead, by, reason);
  return true;
}

/**
 * Changes the status as a person does on the board.
 * @param from the status that was seen; another one in the meantime is a `conflict`
 */
export async function moveIn(beads: BeadTx, bead: Bead, status: BeadStatus, from: BeadStatus, by: Actor): Promise<void> {
  if (bead.status !== from) throw new AppError('conflict', `${bead.id} has changed: it is ${bead.status} now`);
  if (status === bead.status) return;
  if (status === 'closed') {
    await closeIn(beads, bead, undefined, by);
    return;
  }
  if (bead.status === 'closed') {
    if (bead.deciding || bead.question) throw new AppError('conflict', `${bead.id} has been answered`);
    const parent = bead.parent === undefined ? undefined : await beads.find(bead.parent);
    if (parent?.status === 'closed') throw new AppError('conflict', `parent bead is closed: ${parent.id}`);
    delete bead.closed_at;
    delete bead.context.close_reason;
    bead.status = status;
    beads.note(bead, by, 'reopened', status);
    if (parent) await beads.settle(parent, by);
    return;
  }
  const waits = await beads.waitsFor(bead);
  if (waits.length > 0 && status !== 'blocked') throw new AppError('conflict', `bead ${bead.id} waits for ${waits.join(', ')}`);
  delete bead.blocked_from;
  bead.status = status;
  if (status === 'in_progress') bead.assignee ??= by.id;
  beads.note(bead, by, 'moved', status);
}
