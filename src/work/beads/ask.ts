/** Questions to the person: a bead each, answered in the page. */
import { AppError } from '../../shared/errors.ts';
import { PERSON, type Actor } from '../actor.ts';
import { BEAD_LIMITS, checkSize, type Bead } from './bead.ts';
import type { BeadTx } from './bead-tx.ts';
import { createIn } from './create.ts';

/** @throws AppError `too_large`, `rejected` when too many wait already */
export async function askIn(beads: BeadTx, text: string, by: Actor): Promise<Bead> {
  checkSize('question', text, BEAD_LIMITS.text);
  const waiting = (await beads.all()).filter((bead) => bead.question?.state === 'waiting').length;
  if (waiting >= BEAD_LIMITS.waitingQuestions) throw new AppError('rejected', `${waiting} questions wait for an answer already`);
  const bead = await createIn(beads, { title: 'Follow-up question', project_id: beads.project, description: text, type: 'task', tags: ['question'], required_role: PERSON.role, assignee: PERSON.id }, by);
  bead.question = { text, asked_by: by.id, state: 'waiting' };
  return bead;
}

/** @throws AppError `conflict` when it is no question or waits no longer */
export async function answerIn(beads: BeadTx, bead: Bead, answer: string, by: Actor): Promise<void> {
  checkSize('answer', answer, BEAD_LIMITS.text);
  const question = waiting(bead);
  if (answer.trim() === '') throw new AppError('invalid_arguments', 'an answer has words');
  Object.assign(question, { state: 'answered', answer, answered_by: by.id });
  await beads.closeNow(bead, by, answer);
}

/** The asker does not wait any more and wants no answer. */
export async function withdrawIn(beads: BeadTx, bead: Bead, reason: string, by: Actor): Promise<void> {
  waiting(bead).state = 'withdrawn';
  await beads.closeNow(bead, by, reason);
}

function waiting(bead: Bead): NonNullable<Bead['question']> {
  if (!bead.question) throw new AppError('conflict', `${bead.id} is no question`);
  if (bead.question.state !== 'waiting') throw new AppError('conflict', `the question ${bead.id} has been ${bead.question.state}`);
  return bead.question;
}
