/** Beads that agents take by themselves: which are ready, who has one, and what becomes of it when the run ends. */
import type { Actor } from '../actor.ts';
import type { Bead } from './bead.ts';
import type { BeadTx } from './bead-tx.ts';
import { escalateIn } from './decide.ts';

/** Runs of agents that may end without finishing a bead, one after the other; then the person has to look. */
export const MAX_TRIES = 3;

/** Whether the bead waits for nobody but somebody to do it, and that may be this agent. */
export function isReadyFor(bead: Bead, { name, role }: { name: string; role: string }): boolean {
  if (bead.status !== 'open' || bead.claim || bead.question || bead.deciding) return false;
  return bead.assignee === undefined || bead.assignee === '' ? bead.required_role === role : bead.assignee === name;
}

/** The most urgent first, then the one that waits longest. */
export const byUrgency = (a: Bead, b: Bead): number => a.priority - b.priority || a.created_at - b.created_at || (a.id < b.id ? -1 : 1);

/** The next bead for that agent, which is then its own. @returns undefined when none is ready */
export async function claimIn(beads: BeadTx, agent: { name: string; role: string }, { session, run }: { session: string; run: string }): Promise<Bead | undefined> {
  for (const bead of (await beads.all()).filter((one) => isReadyFor(one, agent)).sort(byUrgency)) {
    if ((await beads.waitsFor(bead)).length > 0) continue;
    bead.status = 'in_progress';
    const given = bead.assignee === agent.name;
    bead.assignee = agent.name;
    bead.claim = { session, run, agent: agent.name, ...(given ? { given } : {}), ...(bead.workflow?.status === 'active' ? { node: bead.workflow.node } : {}) };
    beads.note(bead, { id: agent.name, role: agent.role }, 'taken', `by ${agent.name}`);
    return bead;
  }
  return undefined;
}

/**
 * The run has ended. A bead that it has closed or brought a step on is done with; another is ready again, and after three such runs the
 * person is asked.
 * @param why how the run ended, as a sentence
 * @param unasked the model's service failed before it began to answer: that says nothing of the bead, and is no try
 */
export async function releaseIn(beads: BeadTx, bead: Bead, run: string, why: string, by: Actor, unasked = false): Promise<void> {
  const { claim } = bead;
  if (claim?.run !== run) return;
  delete bead.claim;
  if (bead.status === 'closed') {
    delete bead.tries;
    beads.add(bead);
    return;
  }
  const moved = claim.node !== undefined && bead.workflow?.node !== claim.node;
  // Somebody else of its role may have it, unless the person chose this agent; the next step of a workflow is the next role's.
  if (bead.assignee === claim.agent && (moved || !claim.given)) delete bead.assignee;
  if (bead.status === 'in_progress') bead.status = 'open';
  if (bead.blocked_from === 'in_progress') bead.blocked_from = 'open';
  // What waits for its own parts, or for a decision, was not given up.
  const failed = !moved && bead.status === 'open';
  bead.tries = failed ? (bead.tries ?? 0) + (unasked ? 0 : 1) : 0;
  beads.note(bead, by, 'given back', why);
  if (bead.tries < MAX_TRIES) return;
  bead.tries = 0;
  await escalateIn(beads, bead, { reason: `${MAX_TRIES} runs of ${claim.agent} ended without finishing it. The last: ${why}`.slice(0, 2000), returned_to: claim.agent }, by);
}
