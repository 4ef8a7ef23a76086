/** Escalations: a bead with a decision for the person, and what comes of the answer. */
import { AppError } from '../../shared/errors.ts';
import { PERSON, type Actor } from '../actor.ts';
import { deliver } from '../messages/deliver.ts';
import { BEAD_LIMITS, checkSize, decisionOptions, type Bead, type DecisionOption } from './bead.ts';
import type { BeadTx } from './bead-tx.ts';
import { createIn } from './create.ts';

/**
 * Makes a decision bead of the highest priority; the bead itself becomes critical and waits.
 * @throws AppError `not_found`, `conflict` (closed, a decision itself, or escalated already)
 */
export async function escalateIn(beads: BeadTx, bead: Bead, { reason, returned_to }: { reason?: string | undefined; returned_to?: string | undefined }, by: Actor): Promise<Bead> {
  checkSize('reason', reason, BEAD_LIMITS.text);
  if (bead.status === 'closed') throw new AppError('conflict', `bead is closed: ${bead.id}`);
  if (bead.deciding) throw new AppError('conflict', `${bead.id} is a decision itself`);
  const open = bead.decision === undefined ? undefined : await beads.find(bead.decision);
  if (open && open.status !== 'closed') throw new AppError('conflict', `bead ${bead.id} is escalated already: ${open.id}`);
  const backTo = returned_to ?? bead.assignee ?? by.id;
  const decision = await createIn(beads, {
    title: `Decision: ${bead.title}`.slice(0, BEAD_LIMITS.title), project_id: bead.project_id, type: 'decision', priority: 0, required_role: 'ceo', assignee: PERSON.id, tags: ['decision'],
    description: reason ?? '', context: { source_bead: bead.id, returned_to: backTo, ...(reason === undefined ? {} : { escalation_reason: reason }) },
  }, by);
  decision.deciding = { source: bead.id, options: [...decisionOptions], returned_to: backTo };
  bead.priority = 0;
  bead.decision = decision.id;
  if (reason !== undefined) bead.context.escalation_reason = reason;
  beads.note(bead, by, 'escalated', `${decision.id}${reason === undefined ? '' : `: ${reason}`}`);
  await beads.settle(bead, by);
  return decision;
}

/**
 * The person's answer: the decision closes, the bead goes back to whom it was promised, who is told.
 * @throws AppError `conflict` when it is no decision or has been made
 */
export async function decideIn(beads: BeadTx, decision: Bead, option: DecisionOption, note: string, by: Actor): Promise<void> {
  checkSize('note', note, BEAD_LIMITS.text);
  const { deciding } = decision;
  if (!deciding) throw new AppError('conflict', `${decision.id} is no decision`);
  if (deciding.answer !== undefined || decision.status === 'closed') throw new AppError('conflict', `${decision.id} has been decided`);
  if (!deciding.options.includes(option)) throw new AppError('invalid_arguments', `${option} is none of the options: ${deciding.options.join(', ')}`);
  deciding.answer = option;
  if (note !== '') deciding.note = note;
  const said = note === '' ? option : `${option}: ${note}`;
  beads.note(decision, by, 'decided', said);
  await beads.closeNow(decision, by, said);
  const source = await beads.find(deciding.source);
  if (source) {
    source.context.decision = said;
    source.assignee = deciding.returned_to;
    beads.note(source, by, 'decided', said);
    await beads.settle(source, by);
  }
  try {
    await deliver(beads.tx, beads.project, beads.at, {
      from: by, to: deciding.returned_to, type: 'notification', subject: `Decision on ${deciding.source}: ${option}`,
      body: note, payload: { bead_id: deciding.source, decision_id: decision.id, decision: option },
    });
  } catch (error) {
    // A full inbox does not keep people from deciding; the answer is on the bead.
    if (AppError.from(error).code !== 'queue_full') throw error;
  }
}
