/** Who does a bead. */
import { AppError } from '../../shared/errors.ts';
import type { Actor } from '../actor.ts';
import { deliver } from '../messages/deliver.ts';
import { checkSize, type Bead } from './bead.ts';
import type { BeadTx } from './bead-tx.ts';

/**
 * Gives the bead to somebody, who is told, or to nobody (empty).
 * @throws AppError `conflict` for what is closed or waits for the person
 */
export async function assignIn(beads: BeadTx, bead: Bead, assignee: string, by: Actor): Promise<void> {
  checkSize('assignee', assignee, 200);
  if (bead.status === 'closed') throw new AppError('conflict', `bead is closed: ${bead.id}`);
  if (bead.deciding || bead.question) throw new AppError('conflict', `${bead.id} waits for the person`);
  if ((bead.assignee ?? '') === assignee) return;
  if (assignee === '') delete bead.assignee;
  else bead.assignee = assignee;
  beads.note(bead, by, 'assigned', assignee === '' ? 'nobody' : assignee);
  if (assignee === '' || assignee === by.id) return;
  try {
    await deliver(beads.tx, beads.project, beads.at, { from: by, to: assignee, type: 'delegation', subject: `${bead.id}: ${bead.title}`.slice(0, 500), body: bead.description, payload: { bead_id: bead.id } });
  } catch (error) {
    // The board says it, too.
    if (AppError.from(error).code !== 'queue_full') throw error;
  }
}
