/** The board: every operation is one transaction. */
import type { StoreApi } from 'zustand/vanilla';
import { AppError } from '../../shared/errors.ts';
import type { Actor } from '../actor.ts';
import { waitFor } from '../store/wait-for.ts';
import { liveValue, type WorkBase } from '../store/work-base.ts';
import { answerIn, askIn, withdrawIn } from './ask.ts';
import { assignIn } from './assign.ts';
import type { Bead, BeadStatus, DecisionOption } from './bead.ts';
import { BeadTx } from './bead-tx.ts';
import { closeIn, moveIn } from './close.ts';
import { createIn, type NewBead } from './create.ts';
import { decideIn, escalateIn } from './decide.ts';
import { claimIn, releaseIn } from './dispatch.ts';
import { expireIn, startIn, stepIn, WORKFLOW_TAG } from './flow.ts';
import type { EdgeCondition } from './workflow.ts';

export interface BeadStore {
  /** All beads of the project by id, read again after every change here and in other tabs; undefined before the first reading. */
  readonly live: StoreApi<readonly Bead[] | undefined>;
  list(): Promise<Bead[]>;
  get(id: string): Promise<Bead | undefined>;
  create(fields: NewBead, by: Actor): Promise<Bead>;
  /** As close.ts says. */
  close(id: string, reason: string | undefined, by: Actor): Promise<{ bead: Bead; closed: boolean }>;
  move(id: string, status: BeadStatus, from: BeadStatus, by: Actor): Promise<Bead>;
  /** Gives it to somebody, who gets a message; an empty name takes it away. */
  assign(id: string, assignee: string, by: Actor): Promise<Bead>;
  prioritize(id: string, priority: number, by: Actor): Promise<Bead>;
  escalate(id: string, options: { reason?: string | undefined; returned_to?: string | undefined }, by: Actor): Promise<{ bead: Bead; decision: Bead }>;
  decide(id: string, option: DecisionOption, note: string, by: Actor): Promise<Bead>;
  startWorkflow(id: string, workflow: string, by: Actor): Promise<Bead>;
  /** One step of the bead's workflow. */
  step(id: string, condition: EdgeCondition, reason: string | undefined, by: Actor): Promise<Bead>;
  /** A child bead for another role; without `parent` below what the caller works on, if anything. */
  delegate(fields: { role: string; title: string; description?: string | undefined; priority: number; parent?: string | undefined }, by: Actor): Promise<Bead>;
  /** The next ready bead of an agent, for a run of it, and for no other. @returns undefined when none is ready */
  claim(agent: { name: string; role: string }, run: { session: string; run: string }): Promise<Bead | undefined>;
  /** What a run took goes back, or is done with; as dispatch.ts says. */
  release(id: string, run: string, why: string, by: Actor, unasked?: boolean): Promise<void>;
  ask(text: string, by: Actor): Promise<Bead>;
  answer(id: string, text: string, by: Actor): Promise<Bead>;
  withdraw(id: string, reason: string, by: Actor): Promise<Bead>;
  /** Waits until the question is answered or withdrawn, and takes the answer; undefined when nobody answered in time. */
  waitForAnswer(id: string, signal: AbortSignal): Promise<Bead | undefined>;
  /** How long that waits; milliseconds. */
  readonly answerWithinMs: number;
  /** Moves on what waited too long at a node of its workflow. */
  expire(by: Actor): Promise<void>;
}

/** Long enough for a person to come back from lunch, short enough that a run does not hang for ever. */
const ANSWER_WITHIN_MS = 60 * 60_000;

export function createBeadStore(base: WorkBase, { answerWithinMs = ANSWER_WITHIN_MS }: { answerWithinMs?: number | undefined } = {}): BeadStore {
  const change = <T>(work: (beads: BeadTx) => Promise<T>): Promise<T> => base.change(async (tx) => {
    const beads = new BeadTx(tx, base.project, base.now());
    const value = await work(beads);
    await beads.write();
    return value;
  });
  const on = (id: string, work: (beads: BeadTx, bead: Bead) => Promise<void>): Promise<Bead> => change(async (beads) => {
    const bead = await beads.get(id);
    await work(beads, bead);
    return bead;
  });
  const list = (): Promise<Bead[]> => base.read((tx) => tx.all('beads', base.project));

  /** Each answer is taken once; what was withdrawn is an answer, too. */
  const takeAnswer = async (id: string): Promise<Bead | undefined> => {
    const state = (await base.read((tx) => tx.get('beads', base.project, id)))?.question?.state;
    if (state === 'waiting') return undefined;
    return on(id, async (beads, bead) => {
      if (bead.question?.state === 'answered') bead.question.delivered = true;
      beads.add(bead);
    });
  };

  return {
    live: liveValue<readonly Bead[] | undefined>(base, ['beads'], undefined, (tx) => tx.all('beads', base.project)),
    list,
    get: (id) => base.read((tx) => tx.get('beads', base.project, id)),
    create: (fields, by) => change(async (beads) => {
      const bead = await createIn(beads, fields, by);
      const workflow = bead.tags.find((tag) => tag.startsWith(WORKFLOW_TAG));
      if (workflow !== undefined) await startIn(beads, bead, workflow.slice(WORKFLOW_TAG.length), by);
      return bead;
    }),
    close: (id, reason, by) => change(async (beads) => {
      const bead = await beads.get(id);
      return { bead, closed: await closeIn(beads, bead, reason, by) };
    }),
    move: (id, status, from, by) => on(id, (beads, bead) => moveIn(beads, bead, status, from, by)),
    assign: (id, assignee, by) => on(id, (beads, bead) => assignIn(beads, bead, assignee, by)),
    prioritize: (id, priority, by) => on(id, async (beads, bead) => {
      if (!Number.isInteger(priority) || priority < 0 || priority > 4) throw new AppError('invalid_arguments', 'priority is a whole number from 0 (critical) to 4');
      bead.priority = priority;
      beads.note(bead, by, 'priority', `P${priority}`);
    }),
    escalate: (id, options, by) => change(async (beads) => {
      const bead = await beads.get(id);
      return { bead, decision: await escalateIn(beads, bead, options, by) };
    }),
    decide: (id, option, note, by) => on(id, (beads, bead) => decideIn(beads, bead, option, note, by)),
    startWorkflow: (id, workflow, by) => on(id, (beads, bead) => startIn(beads, bead, workflow, by)),
    step: (id, condition, reason, by) => on(id, (beads, bead) => stepIn(beads, bead, condition, reason, by)),
    delegate: ({ role, title, description, priority, parent }, by) => change(async (beads) => {
      const above = parent ?? currentBead(await beads.all(), by)?.id;
      const project_id = above === undefined ? base.project : (await beads.get(above)).project_id;
      return createIn(beads, { title, description, priority, project_id, type: 'delegated', required_role: role, parent: above, context: { delegated_by: by.id, delegate_to_role: role } }, by);
    }),
    claim: (agent, run) => change((beads) => claimIn(beads, agent, run)),
    release: (id, run, why, by, unasked) => change(async (beads) => {
      const bead = await beads.find(id);
      if (bead) await releaseIn(beads, bead, run, why, by, unasked);
    }),
    ask: (text, by) => change((beads) => askIn(beads, text, by)),
    answer: (id, text, by) => on(id, (beads, bead) => answerIn(beads, bead, text, by)),
    withdraw: (id, reason, by) => on(id, (beads, bead) => withdrawIn(beads, bead, reason, by)),
    answerWithinMs,
    waitForAnswer: (id, signal) => waitFor(base, ['beads'], () => takeAnswer(id), { signal, ms: answerWithinMs }),
    expire: (by) => change(async (beads) => {
      for (const bead of await beads.all()) await expireIn(beads, bead, by);
    }),
  };
}

/** What somebody works on: of the beads in progress that are assigned to them, the one that changed last. A bead that waits for its own parts counts, too. */
export function currentBead(all: readonly Bead[], by: Actor): Bead | undefined {
  return all.filter((bead) => bead.assignee === by.id && (bead.status === 'in_progress' || bead.status === 'blocked' && bead.blocked_from === 'in_progress'))
    .sort((a, b) => b.updated_at - a.updated_at)[0];
}
