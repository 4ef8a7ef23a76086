/** A bead: one piece of work, as people and agents see it on the board. */
import { AppError } from '../../shared/errors.ts';
import type { Actor } from '../actor.ts';
import type { WorkflowRun } from './workflow.ts';

export const beadStatuses = ['open', 'in_progress', 'blocked', 'closed'] as const;
export type BeadStatus = (typeof beadStatuses)[number];

/** Types that one may ask for; the store itself makes the others: `delegated` by a delegation, `decision` by an escalation. */
export const beadTypes = ['task', 'bug', 'feature', 'epic'] as const;
export type BeadType = (typeof beadTypes)[number] | 'decision' | 'delegated';

/** What a decision may be. */
export const decisionOptions = ['approve', 'deny', 'needs_more_info'] as const;
export type DecisionOption = (typeof decisionOptions)[number];

export interface BeadEvent {
  /** Milliseconds. */
  at: number;
  by: string;
  what: string;
  detail?: string;
}

export interface Bead {
  /** The project that is open in the page; part of the key. */
  project: string;
  id: string;
  /** As the creator named it. */
  project_id: string;
  title: string;
  description: string;
  /** 0 is critical, 4 can wait. */
  priority: number;
  type: BeadType;
  status: BeadStatus;
  tags: string[];
  parent?: string;
  children: string[];
  /** Facts by name: `close_reason`, `escalation_reason`, `workflow` and whatever else tools want to keep. */
  context: Record<string, string>;
  history: BeadEvent[];
  /** The role that should do it. */
  required_role?: string;
  /** Who does it. */
  assignee?: string;
  /** The run of an agent that took it by itself. `given`: it had been assigned to that agent; `node`: where in its workflow it was. */
  claim?: { session: string; run: string; agent: string; given?: boolean; node?: string };
  /** Such runs in a row that ended without finishing it. */
  tries?: number;
  /** The status to return to when nothing is waited for any more; only while blocked by that. */
  blocked_from?: 'open' | 'in_progress';
  /** The bead with the decision that this one waits for. */
  decision?: string;
  created_at: number;
  updated_at: number;
  closed_at?: number;
  workflow?: WorkflowRun;
  /** Of a decision bead. */
  deciding?: { source: string; options: DecisionOption[]; returned_to: string; answer?: DecisionOption; note?: string };
  /** Of a question to the person. `delivered`: the asker has the answer. */
  question?: { text: string; asked_by: string; state: 'waiting' | 'answered' | 'withdrawn'; answer?: string; answered_by?: string; delivered?: boolean };
}

/** Sizes that keep a runaway agent from filling the browser's storage; characters and counts. */
export const BEAD_LIMITS = { beads: 2000, title: 500, text: 20_000, tags: 20, tag: 60, history: 200, depth: 20, waitingQuestions: 20 } as const;

/** The error for a bead that does not exist. */
export function beadNotFound(id: string): AppError {
  return new AppError('not_found', `bead not found: ${id}`);
}

/** Adds to the history; of a long one the beginning and the latest stay. */
export function noted(bead: Bead, at: number, by: Actor, what: string, detail?: string): void {
  bead.history.push({ at, by: by.id, what, ...(detail === undefined || detail === '' ? {} : { detail: detail.slice(0, 2000) }) });
  if (bead.history.length > BEAD_LIMITS.history) bead.history.splice(1, bead.history.length - BEAD_LIMITS.history);
  bead.updated_at = at;
}

/** @throws AppError `too_large` */
export function checkSize(name: string, text: string | undefined, max: number): void {
  if (text !== undefined && text.length > max) throw new AppError('too_large', `${name} is longer than ${max} characters`);
}
