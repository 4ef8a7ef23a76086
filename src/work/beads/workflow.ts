/** Workflows: where a bead is on its way from start to end, as pure steps from one state to the next. */
import { AppError } from '../../shared/errors.ts';

export type NodeType = 'task' | 'approval' | 'commit' | 'verify';

export const edgeConditions = ['success', 'failure', 'approved', 'rejected', 'timeout', 'escalated'] as const;
export type EdgeCondition = (typeof edgeConditions)[number];

export interface WorkflowNode {
  key: string;
  type: NodeType;
  /** What to do there, in one sentence. */
  instructions: string;
  role_required?: string;
  /** Arrivals; one more escalates. */
  max_attempts?: number;
  timeout_minutes?: number;
}

export interface WorkflowEdge {
  /** Empty: the start. */
  from: string;
  /** Empty: the end. */
  to: string;
  condition: EdgeCondition;
  /** The highest that fits is taken. */
  priority: number;
}

export interface Workflow {
  id: string;
  name: string;
  nodes: readonly WorkflowNode[];
  edges: readonly WorkflowEdge[];
}

export interface WorkflowRun {
  workflow: string;
  /** Where it is; where it ended, once it is over. */
  node: string;
  status: 'active' | 'completed' | 'escalated';
  /** How often it came to a node where it had been. */
  cycles: number;
  attempts: Record<string, number>;
  /** When it came to the node; milliseconds. */
  since: number;
  steps: { at: number; by: string; from: string; condition: EdgeCondition; to: string; reason?: string }[];
}

/** So many returns to a node where it had been, and people have to look. */
export const MAX_CYCLES = 3;
const MAX_STEPS = 200;

export function nodeOf(workflow: Workflow, key: string): WorkflowNode {
  const node = workflow.nodes.find((candidate) => candidate.key === key);
  if (!node) throw new AppError('internal', `workflow ${workflow.id} has no node ${key}`);
  return node;
}

/** @throws AppError `internal` for a workflow without a start. */
export function startWorkflow(workflow: Workflow, at: number): WorkflowRun {
  const first = edgeFrom(workflow, '', 'success');
  if (!first || first.to === '') throw new AppError('internal', `workflow ${workflow.id} has no start`);
  return { workflow: workflow.id, node: first.to, status: 'active', cycles: 0, attempts: { [first.to]: 1 }, since: at, steps: [] };
}

/**
 * One step along the edge for the condition. Coming back to a node counts as a cycle; the third cycle, or more arrivals than the node allows, escalates.
 * @throws AppError `conflict` when it is over, or when no edge fits
 */
export function advance(workflow: Workflow, run: WorkflowRun, condition: EdgeCondition, { at, by, reason }: { at: number; by: string; reason?: string }): WorkflowRun {
  if (run.status !== 'active') throw new AppError('conflict', `workflow execution already ${run.status}`);
  const edge = edgeFrom(workflow, run.node, condition);
  if (!edge) throw new AppError('conflict', `no edge found for condition ${condition} from node ${run.node}`);
  const steps = [...run.steps, { at, by, from: run.node, condition, to: edge.to, ...(reason ? { reason } : {}) }].slice(-MAX_STEPS);
  if (edge.to === '') return { ...run, status: 'completed', since: at, steps };
  const seen = run.attempts[edge.to] ?? 0;
  const cycles = run.cycles + (seen > 0 ? 1 : 0);
  const attempts = { ...run.attempts, [edge.to]: seen + 1 };
  const { max_attempts } = nodeOf(workflow, edge.to);
  const over = cycles >= MAX_CYCLES || (max_attempts !== undefined && seen + 1 > max_attempts);
  return { ...run, node: edge.to, status: over ? 'escalated' : 'active', cycles, attempts, since: at, steps };
}

/** The node's time is up: along the edge for that, or to the people when there is none. Returns the same run when there is time left. */
export function expire(workflow: Workflow, run: WorkflowRun, at: number): WorkflowRun {
  if (run.status !== 'active') return run;
  const { timeout_minutes } = nodeOf(workflow, run.node);
  if (timeout_minutes === undefined || at - run.since < timeout_minutes * 60_000) return run;
  if (edgeFrom(workflow, run.node, 'timeout')) return advance(workflow, run, 'timeout', { at, by: 'clock' });
  return { ...run, status: 'escalated', since: at, steps: [...run.steps, { at, by: 'clock', from: run.node, condition: 'timeout' as const, to: run.node }].slice(-MAX_STEPS) };
}

function edgeFrom(workflow: Workflow, from: string, condition: EdgeCondition): WorkflowEdge | undefined {
  return workflow.edges.filter((edge) => edge.from === from && edge.condition === condition).sort((a, b) => b.priority - a.priority)[0];
}
